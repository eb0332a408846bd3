// A payroll's webhook receiver in Go, with nothing but its standard library. FAULT names the mistake that it makes; without
// it the receiver is correct. It prints its address once it listens.
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

type product struct {
	Key     string   `json:"key"`
	Secrets []string `json:"secrets"`
}

type webhook struct {
	Subject    string `json:"subject"`
	Event      string `json:"event"`
	ID         string `json:"id"`
	RemoteID   string `json:"remote_id"`
	URL        string `json:"url"`
	ProductID  string `json:"product_id"`
	InsertedAt string `json:"inserted_at"`
	Version    string `json:"version"`
}

var (
	service       = os.Getenv("SERVICE_URL")
	account       = os.Getenv("PARTNER_ID")
	fault          = os.Getenv("FAULT")
	products      = map[string]product{}
	seen          sync.Map
	notifications sync.Map
	queue         = make(chan webhook, 10_000)
	client        = &http.Client{Timeout: 10 * time.Second}
)

// publicKeys are those of our partner account, fetched when the first v1a signature comes.
var publicKeys = sync.OnceValue(func() []ed25519.PublicKey {
	var found struct {
		Keys []struct {
			PartnerID string `json:"partner_id"`
			PublicKey string `json:"public_key"`
		} `json:"keys"`
	}
	answer, err := client.Get(service + "/.well-known/webhook-keys")
	if err != nil {
		return nil
	}
	defer answer.Body.Close()
	_ = json.NewDecoder(answer.Body).Decode(&found)
	var keys []ed25519.PublicKey
	for _, key := range found.Keys {
		raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(key.PublicKey, "whpk_"))
		if err == nil && len(raw) == ed25519.PublicKeySize && key.PartnerID == account {
			keys = append(keys, raw)
		}
	}
	return keys
})

func sign(secret string, text []byte) []byte {
	key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if fault == "secret_not_decoded" {
		key = []byte(strings.TrimPrefix(secret, "whsec_"))
	}
	mac := hmac.New(sha256.New, key)
	mac.Write(text)
	return []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
}

func verifyPublic(text []byte, given string) bool {
	signature, err := base64.StdEncoding.DecodeString(given)
	if err != nil {
		return false
	}
	for _, key := range publicKeys() {
		if ed25519.Verify(key, text, signature) {
			return true
		}
	}
	return false
}

func verify(secrets []string, h http.Header, body []byte) bool {
	id, sent, header := h.Get("webhook-id"), h.Get("webhook-timestamp"), h.Get("webhook-signature")
	at, err := strconv.ParseInt(sent, 10, 64)
	if id == "" || err != nil || math.Abs(float64(time.Now().Unix()-at)) > 300 {
		return false
	}
	text := append([]byte(id+"."+sent+"."), body...)
	signatures := strings.Fields(header)
	if fault == "whole_header_compared" {
		signatures = []string{header}
	}
	for _, given := range signatures {
		if public, ok := strings.CutPrefix(given, "v1a,"); ok && verifyPublic(text, public) {
			return true
		}
		for _, secret := range secrets {
			if hmac.Equal(sign(secret, text), []byte(given)) {
				return true
			}
		}
	}
	return false
}

func read(body []byte) (w webhook, err error) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	if fault == "unknown_fields_disallowed" {
		decoder.DisallowUnknownFields()
	}
	err = decoder.Decode(&w)
	return
}

func receive(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 256<<10))
	if fault == "read_once" {
		body = body[:min(len(body), 1024)]
	}
	event, bad := read(body)
	ours, known := products[event.ProductID]
	if err != nil || bad != nil || !known || !verify(ours.Secrets, r.Header, body) {
		http.Error(w, "This is no webhook of ours.", http.StatusBadRequest)
		return
	}
	id := r.Header.Get("webhook-id")
	if fault == "marked_after_work" {
		if _, again := seen.Load(id); !again {
			go func() {
				work(event)
				seen.Store(id, true)
			}()
		}
	} else if _, again := seen.LoadOrStore(id, true); !again {
		select {
		case queue <- event:
		default:
			if fault == "full_queue_drops" {
				break
			}
			seen.Delete(id)
			w.Header().Set("Retry-After", "1")
			http.Error(w, "Too much at once.", http.StatusServiceUnavailable)
			return
		}
	}
	w.WriteHeader(http.StatusNoContent)
}

// call asks the service until it answers: after 429 when it may, and after a failure a moment later.
func call(method, address, key, idempotencyKey string) (status int, body []byte) {
	for attempt := 0; attempt < 6; attempt++ {
		wait := time.Duration(100<<attempt) * time.Millisecond
		request, err := http.NewRequest(method, address, nil)
		if err != nil {
			return
		}
		request.Header.Set("X-API-Key", key)
		if idempotencyKey != "" {
			request.Header.Set("Idempotency-Key", idempotencyKey)
		}
		answer, err := client.Do(request)
		if err == nil {
			status = answer.StatusCode
			body, _ = io.ReadAll(answer.Body)
			answer.Body.Close()
			if status != http.StatusTooManyRequests && status < 500 {
				return
			}
			if seconds, err := strconv.Atoi(answer.Header.Get("Retry-After")); err == nil {
				wait = time.Duration(seconds) * time.Second
			}
		}
		time.Sleep(wait)
	}
	return
}

func isOurs(address string) bool {
	given, err := url.Parse(address)
	if err != nil {
		return false
	}
	own, _ := url.Parse(service)
	if fault == "url_begins_like_ours" {
		return strings.HasPrefix(address, service)
	}
	return given.Scheme == own.Scheme && given.Host == own.Host && given.User == nil
}

func work(w webhook) {
	key := products[w.ProductID].Key
	if !isOurs(w.URL) {
		return
	}
	switch w.Event {
	case "employer_settings_changed", "onboarding_session_changed", "onboarding_session_completed", "employee_changed":
		call(http.MethodGet, w.URL, key, "")
	case "onboarding_intent_completed":
		convert(w, key)
	case "employer_issue_created":
		_, issue := call(http.MethodGet, w.URL, key, "")
		notifications.Store(w.ID, issue)
	case "employer_issue_resolved":
		notifications.Delete(w.ID)
	}
}

func convert(w webhook, key string) {
	status, body := call(http.MethodGet, w.URL, key, "")
	var intent struct {
		Data struct {
			Status    string  `json:"status"`
			SessionID *string `json:"onboarding_session_id"`
		} `json:"data"`
	}
	if status != http.StatusOK || json.Unmarshal(body, &intent) != nil {
		return
	}
	if intent.Data.Status != "complete" || intent.Data.SessionID != nil {
		return
	}
	idempotencyKey := "intent-" + w.ID
	if fault == "marked_after_work" {
		idempotencyKey = strconv.FormatInt(time.Now().UnixNano(), 36)
	}
	call(http.MethodPost, w.URL+"/onboarding-session", key, idempotencyKey)
}

func main() {
	if json.Unmarshal([]byte(os.Getenv("PRODUCTS")), &products) != nil {
		panic("PRODUCTS isn't set.")
	}
	workers := 16
	if fault == "full_queue_drops" {
		workers, queue = 1, make(chan webhook, 5)
	}
	for range workers {
		go func() {
			for w := range queue {
				work(w)
			}
		}()
	}
	http.HandleFunc("POST /webhooks", receive)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	// As a busy proxy does: connections that are idle end at once.
	panic((&http.Server{IdleTimeout: 3 * time.Millisecond}).Serve(listener))
}
