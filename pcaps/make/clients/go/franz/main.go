// Franz has franz-go call a broker, one step after another.
//
//	franz [-ca FILE] [-keylog FILE] [-login MECHANISM] ADDRESS STEP...
//
// Steps are produce, transact, consume, admin, and login, which succeeds if the broker refuses the login. With -ca the
// connection is TLS to a broker whose certificate is signed by that authority. User and password are those of alice.
//
// SPDX-License-Identifier: GPL-2.0-or-later
package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"flag"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/sasl/plain"
	"github.com/twmb/franz-go/pkg/sasl/scram"
)

const (
	topic    = "cli"
	user     = "alice"
	password = "alice-secret"
	longest  = 40 * time.Second
)

var steps = map[string]func(context.Context, []kgo.Opt) error{
	"produce":  produce,
	"transact": transact,
	"consume":  consume,
	"admin":    administer,
	"login":    loginRefused,
}

func main() {
	log.SetFlags(0)
	authority := flag.String("ca", "", "file with the authority's certificate: connect with TLS")
	keyLog := flag.String("keylog", "", "file that the keys of TLS are written to")
	mechanism := flag.String("login", "", "PLAIN or SCRAM-SHA-512")
	flag.Parse()
	if flag.NArg() < 2 {
		flag.Usage()
		os.Exit(2)
	}
	options := []kgo.Opt{kgo.SeedBrokers(flag.Arg(0)), kgo.ClientID("franz-go")}
	if *authority != "" {
		config, err := tlsConfig(*authority, *keyLog)
		if err != nil {
			log.Fatal(err)
		}
		options = append(options, kgo.DialTLSConfig(config))
	}
	switch *mechanism {
	case "":
	case "PLAIN":
		options = append(options, kgo.SASL(plain.Auth{User: user, Pass: password}.AsMechanism()))
	case "SCRAM-SHA-512":
		options = append(options, kgo.SASL(scram.Auth{User: user, Pass: password}.AsSha512Mechanism()))
	default:
		log.Fatalf("no such mechanism: %s", *mechanism)
	}
	ctx, cancel := context.WithTimeout(context.Background(), longest)
	defer cancel()
	for _, name := range flag.Args()[1:] {
		step, known := steps[name]
		if !known {
			log.Fatalf("no such step: %s", name)
		}
		if err := step(ctx, options); err != nil {
			log.Fatalf("%s: %v", name, err)
		}
		fmt.Println(name, "done")
	}
}

// tlsConfig trusts one authority and, if there is a file for it, writes the keys of all sessions.
func tlsConfig(authority, keyLog string) (*tls.Config, error) {
	certificate, err := os.ReadFile(authority)
	if err != nil {
		return nil, err
	}
	config := &tls.Config{RootCAs: x509.NewCertPool(), ServerName: "localhost"}
	if !config.RootCAs.AppendCertsFromPEM(certificate) {
		return nil, fmt.Errorf("%s has no certificate", authority)
	}
	if keyLog != "" {
		if config.KeyLogWriter, err = os.OpenFile(keyLog, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600); err != nil {
			return nil, err
		}
	}
	return config, nil
}

// loginRefused connects, and is content if the broker does not let it in.
func loginRefused(ctx context.Context, options []kgo.Opt) error {
	client, err := kgo.NewClient(append(options, kgo.RequestRetries(0))...)
	if err != nil {
		return err
	}
	defer client.Close()
	if err := client.Ping(ctx); err != nil {
		fmt.Println("refused:", err)
		return nil
	}
	return fmt.Errorf("the broker accepts the login")
}
