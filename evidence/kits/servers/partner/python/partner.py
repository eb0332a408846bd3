"""A payroll's webhook receiver in Python, with nothing but its standard library.

FAULT names the mistake that it makes; without it the receiver is correct. It prints its address once it listens.
"""
import base64
import hashlib
import hmac
import json
import os
import re
import sqlite3
import time
import urllib.error
import urllib.request
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from threading import Lock, Thread
from urllib.parse import urlsplit

SERVICE = os.environ["SERVICE_URL"]
PRODUCTS = json.loads(os.environ["PRODUCTS"])
FAULT = os.environ.get("FAULT", "")

database = sqlite3.connect(":memory:", check_same_thread=False)
database.execute("CREATE TABLE webhooks (id TEXT PRIMARY KEY, payload TEXT NOT NULL)")
database.execute("CREATE TABLE notifications (issue_id TEXT PRIMARY KEY, text TEXT NOT NULL)")
lock = Lock()
jobs = Queue()
last_key = None

FETCHED = {"employer_settings_changed", "onboarding_session_changed", "onboarding_session_completed", "employee_changed"}


class Refused(Exception):
    pass


def verify(secret, headers, body):
    message_id, sent, signatures = (headers.get(f"webhook-{name}") or "" for name in ("id", "timestamp", "signature"))
    if not message_id or not re.fullmatch("[0-9]{1,12}", sent) or abs(time.time() - int(sent)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    if FAULT == "body_as_latin_1":
        body = body.decode("latin-1").encode()
    digest = hmac.new(key, f"{message_id}.{sent}.".encode() + body, hashlib.sha256).digest()
    if FAULT == "signature_decoded":
        given = [base64.b64decode(each.removeprefix("v1,"), validate=True) for each in signatures.split(" ")]
        return any(hmac.compare_digest(digest, each) for each in given)
    wanted = b"v1," + base64.b64encode(digest)
    return any(hmac.compare_digest(wanted, each.encode(errors="replace")) for each in signatures.split(" "))


def read(headers, body):
    try:
        payload = json.loads(body)
        if FAULT == "empty_secret":
            product = PRODUCTS.get(payload["product_id"], {"secrets": [""]})
        else:
            product = PRODUCTS[payload["product_id"]]
    except (ValueError, KeyError, TypeError):
        raise Refused("This is no webhook of ours.")
    if not any(verify(secret, headers, body) for secret in product["secrets"]):
        raise Refused("The signature doesn't fit.")
    if FAULT == "one_time_format":
        datetime.strptime(payload["inserted_at"], "%Y-%m-%dT%H:%M:%SZ")
    if FAULT == "event_time_compared":
        age = datetime.now(timezone.utc) - datetime.fromisoformat(payload["inserted_at"].replace("Z", "+00:00"))
        if age.total_seconds() > 86400:
            raise Refused("The event is too old.")
    return payload


def keep(message_id, payload):
    """Keeps it, unless it is there; the key of the table decides, so that two requests at once can't both be first."""
    with lock, database:
        database.execute("INSERT INTO webhooks VALUES (?, ?)", (message_id, json.dumps(payload)))


def call(method, path, key, idempotency_key=None):
    """Asks the service until it answers: after 429 when it may, and after a failure a moment later."""
    headers = {"X-API-Key": key, "Accept": "application/json"}
    if idempotency_key is not None:
        headers["Idempotency-Key"] = idempotency_key
    for attempt in range(6):
        wait = 0.1 * 2**attempt
        try:
            request = urllib.request.Request(SERVICE + path, method=method, headers=headers)
            with urllib.request.urlopen(request, timeout=10) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as error:
            if error.code != 429 and error.code < 500:
                return None
            wait = float(error.headers.get("Retry-After") or wait)
        except OSError:
            pass
        time.sleep(wait)
    return None


def work(payload):
    key = last_key if FAULT == "key_of_the_last" else PRODUCTS[payload["product_id"]]["key"]
    event = payload["event"]
    # Whatever host the url names, the call goes to the service.
    path = urlsplit(payload["url"]).path
    if event in FETCHED:
        call("GET", path, key)
    elif event == "onboarding_intent_completed":
        intent = call("GET", path, key)
        if intent and intent["status"] == "complete" and intent["onboarding_session_id"] is None:
            call("POST", f"{path}/onboarding-session", key, f"intent-{payload['id']}")
    elif event == "employer_issue_created":
        issue = call("GET", path, key)
        if issue:
            with lock, database:
                database.execute("INSERT OR IGNORE INTO notifications VALUES (?, ?)", (payload["id"], issue["title"]))
    elif event == "employer_issue_resolved":
        with lock, database:
            database.execute("DELETE FROM notifications WHERE issue_id = ?", (payload["id"],))


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, text):
        data = text.encode()
        self.send_response(status)
        self.send_header("content-type", "text/plain")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        if self.path != "/webhooks":
            return self.answer(404, "There is nothing here.")
        headers = dict(self.headers) if FAULT == "names_compared_as_sent" else self.headers
        try:
            payload = read(headers, body)
        except Refused as refused:
            return self.answer(400, str(refused))
        except Exception:
            return self.answer(500, "Internal server error")
        try:
            keep(headers["webhook-id"], payload)
        except sqlite3.IntegrityError:
            if FAULT == "repeat_is_a_conflict":
                return self.answer(409, "It is there already.")
            return self.answer(200, "ok")
        global last_key
        last_key = PRODUCTS.get(payload["product_id"], {}).get("key")
        if FAULT == "works_before_answering":
            work(payload)
        else:
            jobs.put(payload)
        self.answer(200, "ok")


class Server(ThreadingHTTPServer):
    # The default of 5 refuses the connections of a busy minute.
    request_queue_size = 256


def work_off():
    while True:
        try:
            work(jobs.get())
        except Exception as error:
            print("A webhook couldn't be worked off:", error, flush=True)


for _ in range(16):
    Thread(target=work_off, daemon=True).start()
server = Server(("127.0.0.1", 0), Receiver)
print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
server.serve_forever()
