module rival

go 1.18
