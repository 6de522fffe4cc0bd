"""What `manage.py doctor` asks: examine goes through the matters, the others know one."""
