// A sender of listmonk's shape, for comparison: the template is compiled once, each
// message is rendered and its MIME built anew, and workers with one kept connection
// each speak SMTP a command at a time. It keeps no ledger at all.
//
//	rival HOST:PORT LETTER.html LETTER.txt LETTERS WORKERS
package main

import (
	"bytes"
	"fmt"
	"html/template"
	"mime/multipart"
	"mime/quotedprintable"
	"net/smtp"
	"net/textproto"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

type reader struct {
	Number      int
	Address     string
	Unsubscribe string
	Preferences string
}

type letter struct {
	to   string
	body []byte
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func part(writer *multipart.Writer, kind string, content []byte) {
	header := textproto.MIMEHeader{}
	header.Set("Content-Type", kind+"; charset=utf-8")
	header.Set("Content-Transfer-Encoding", "quoted-printable")
	target, err := writer.CreatePart(header)
	must(err)
	encoder := quotedprintable.NewWriter(target)
	_, err = encoder.Write(content)
	must(err)
	must(encoder.Close())
}

func compose(html, text *template.Template, to reader) letter {
	var htmlBody, textBody, message bytes.Buffer
	must(html.Execute(&htmlBody, to))
	must(text.Execute(&textBody, to))
	writer := multipart.NewWriter(&message)
	fmt.Fprintf(&message, "From: The Weekly <letters@crux.test>\r\nTo: %s\r\n", to.Address)
	fmt.Fprintf(&message, "Subject: A week of releases\r\nDate: %s\r\n", time.Now().Format(time.RFC1123Z))
	fmt.Fprintf(&message, "Message-ID: <%d@crux.test>\r\nX-Delivery-ID: %d\r\n", to.Number, to.Number)
	fmt.Fprintf(&message, "List-Unsubscribe: <%s>\r\n", to.Unsubscribe)
	fmt.Fprintf(&message, "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\nMIME-Version: 1.0\r\n")
	fmt.Fprintf(&message, "Content-Type: multipart/alternative; boundary=%s\r\n\r\n", writer.Boundary())
	part(writer, "text/plain", textBody.Bytes())
	part(writer, "text/html", htmlBody.Bytes())
	must(writer.Close())
	return letter{to.Address, message.Bytes()}
}

func work(server string, letters <-chan letter, group *sync.WaitGroup) {
	defer group.Done()
	client, err := smtp.Dial(server)
	must(err)
	must(client.Hello("localhost"))
	for one := range letters {
		must(client.Mail("letters@crux.test"))
		must(client.Rcpt(one.to))
		body, err := client.Data()
		must(err)
		_, err = body.Write(one.body)
		must(err)
		must(body.Close())
	}
	must(client.Quit())
}

// peakMegabytes is 0 where the system does not tell.
func peakMegabytes() int {
	status, _ := os.ReadFile("/proc/self/status")
	for _, line := range strings.Split(string(status), "\n") {
		var kilobytes int
		if _, err := fmt.Sscanf(line, "VmHWM: %d", &kilobytes); err == nil {
			return kilobytes / 1024
		}
	}
	return 0
}

func main() {
	html := template.Must(template.ParseFiles(os.Args[2]))
	text := template.Must(template.ParseFiles(os.Args[3]))
	number, err := strconv.Atoi(os.Args[4])
	must(err)
	workers, err := strconv.Atoi(os.Args[5])
	must(err)
	began := time.Now()
	letters := make(chan letter, 2*workers)
	var group sync.WaitGroup
	for started := 0; started < workers; started++ {
		group.Add(1)
		go work(os.Args[1], letters, &group)
	}
	for at := 0; at < number; at++ {
		link := fmt.Sprintf("https://crux.test/unsubscribe/%d.rTn2bPq5sWd8fGh1jKl4zXc7vBn0mQw3eR6tYu9iOpA", at)
		address := fmt.Sprintf("reader%d@readers.test", at)
		letters <- compose(html, text, reader{at, address, link, link})
	}
	close(letters)
	group.Wait()
	seconds := time.Since(began).Seconds()
	fmt.Printf("%d %.3f %d\n", number, seconds, peakMegabytes())
}
