// A super fund in Go, with nothing but its standard library. FAULT names the mistake that it makes; without it the fund is
// correct. It prints its address once it listens.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
)

var (
	key     = os.Getenv("API_KEY")
	fault    = os.Getenv("FAULT")
	lock    sync.Mutex
	members = map[string]string{}
	known   = map[string]string{"80000000001": "EMP-004512"}
	needed  = []string{"family_name", "date_of_birth", "email", "phone_number", "address_line_1", "locality", "postcode", "state"}
)

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func refuse(w http.ResponseWriter, status int, detail string) {
	answer(w, status, map[string]any{"status": status, "detail": detail})
}

func operation(take func(w http.ResponseWriter, body map[string]any)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost && fault != "any_method" {
			w.Header().Set("Allow", "POST")
			refuse(w, http.StatusMethodNotAllowed, "POST only.")
			return
		}
		if r.Header.Get("X-Auth-Key") != key {
			refuse(w, http.StatusUnauthorized, "The key is missing or wrong.")
			return
		}
		media := r.Header.Get("Content-Type")
		if fault != "strict_media_type" {
			media = strings.TrimSpace(strings.Split(media, ";")[0])
		}
		if !strings.EqualFold(media, "application/json") && fault != "any_method" {
			refuse(w, http.StatusUnsupportedMediaType, "Send application/json.")
			return
		}
		text, _ := io.ReadAll(io.LimitReader(r.Body, 1<<20))
		var body map[string]any
		if fault == "any_method" && len(text) == 0 {
			text = []byte("{}")
		}
		if json.Unmarshal(text, &body) != nil || body == nil {
			refuse(w, http.StatusBadRequest, "The body is not a JSON object.")
			return
		}
		take(w, body)
	}
}

func register(w http.ResponseWriter, body map[string]any) {
	for _, name := range needed {
		if text, ok := body[name].(string); !ok || text == "" {
			refuse(w, http.StatusBadRequest, name+" is required, and is text.")
			return
		}
	}
	person := fmt.Sprint(body["family_name"], body["date_of_birth"], body["email"])
	lock.Lock()
	number, exists := members[person]
	if !exists {
		number = fmt.Sprintf("GO%06d", len(members)+1)
		members[person] = number
	}
	lock.Unlock()
	status := http.StatusCreated
	if exists {
		status = http.StatusOK
	}
	answer(w, status, map[string]any{"member_details": map[string]any{"member_number": number, "joined_by": "api"}})
}

func lookUp(w http.ResponseWriter, body map[string]any) {
	abn, ok := body["abn"].(string)
	if !ok {
		if fault == "any_method" {
			abn = "80000000001"
		} else {
			refuse(w, http.StatusBadRequest, "abn is required, and is text.")
			return
		}
	}
	for employer, number := range known {
		if employer == abn || fault == "prefix_match" && len(abn) > 7 && employer[:7] == abn[:7] {
			answer(w, http.StatusOK, map[string]any{"employer_found": true, "employer_details": map[string]any{"employer_number": number}})
			return
		}
	}
	answer(w, http.StatusOK, map[string]any{"employer_found": false})
}

func main() {
	http.HandleFunc("/v1/member_registration", operation(register))
	http.HandleFunc("/v1/employer_lookup", operation(lookUp))
	http.HandleFunc("/v1/employer_details", operation(func(w http.ResponseWriter, body map[string]any) {
		if _, ok := body["abn"].(string); !ok {
			refuse(w, http.StatusBadRequest, "abn is required, and is text.")
			return
		}
		w.WriteHeader(http.StatusNoContent)
	}))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	panic(http.Serve(listener, nil))
}
