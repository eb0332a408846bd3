// Uploads each file that is named on standard input by pkg/sftp, and says how it went.
package main

import (
	"bufio"
	"fmt"
	"os"

	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"
)

func connect() (*sftp.Client, error) {
	text, err := os.ReadFile(os.Getenv("KEY"))
	if err != nil {
		return nil, err
	}
	key, err := ssh.ParsePrivateKey(text)
	if err != nil {
		return nil, err
	}
	connection, err := ssh.Dial("tcp", "127.0.0.1:"+os.Getenv("PORT"), &ssh.ClientConfig{
		User:            os.Getenv("ACCOUNT"),
		Auth:            []ssh.AuthMethod{ssh.PublicKeys(key)},
		HostKeyCallback: ssh.InsecureIgnoreHostKey(),
	})
	if err != nil {
		return nil, err
	}
	return sftp.NewClient(connection, sftp.UseConcurrentWrites(true))
}

func put(client *sftp.Client, path string) error {
	source, err := os.Open(path)
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := client.OpenFile(os.Getenv("TO"), os.O_WRONLY|os.O_CREATE|os.O_TRUNC)
	if err != nil {
		return err
	}
	if _, err = target.ReadFrom(source); err != nil {
		return err
	}
	return target.Close()
}

func main() {
	client, err := connect()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		if err := put(client, lines.Text()); err != nil {
			fmt.Println("failed:", err)
		} else {
			fmt.Println("stored")
		}
	}
}
