"""A super fund in Python, with nothing but its standard library.

FAULT names the mistake that it makes; without it the fund is correct. It prints its address once it listens.
"""
import json
import os
import traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock

KEY = os.environ.get("API_KEY", "")
FAULT = os.environ.get("FAULT", "")
KNOWN = {"80000000001": "EMP-004512"}
NEEDED = ["family_name", "date_of_birth", "email", "phone_number", "address_line_1", "locality", "postcode", "state"]
members = {}
lock = Lock()


class Refused(Exception):
    pass


def text_of(body, name):
    if FAULT == "missing_key_500":
        return body[name]
    value = body.get(name)
    if not isinstance(value, str) or value == "":
        raise Refused(f"{name} is required, and is text.")
    return value


def register(body):
    person = tuple(text_of(body, name) for name in NEEDED)
    with lock:
        is_member = person in members
        number = members.setdefault(person, f"{len(members) + 1:010d}")
    return (200 if is_member else 201), {"member_details": {"member_number": number}}


def look_up(body):
    number = KNOWN.get(text_of(body, "abn"))
    if number is None:
        return 200, {"employer_found": False}
    return 200, {"employer_found": True, "employer_details": {"employer_number": number}}


def keep_details(body):
    text_of(body, "abn")
    return 200, {"reference": "CRM-1"}


OPERATIONS = {
    "/v1/member_registration": register,
    "/v1/employer_lookup": look_up,
    "/v1/employer_details": keep_details,
}


class Fund(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body, kind="application/json"):
        data = (body if isinstance(body, str) else json.dumps(body)).encode()
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_POST(self):
        length = int(self.headers.get("content-length") or 0)
        text = self.rfile.read(length)
        operation = OPERATIONS.get(self.path)
        if operation is None:
            return self.answer(404, {"detail": "There is nothing at this address."})
        if self.headers.get("x-auth-key") != KEY:
            return self.answer(403, {"detail": "The key is missing or wrong."})
        if self.headers.get_content_type() != "application/json":
            return self.answer(415, {"detail": "Send application/json."})
        try:
            body = json.loads(text)
        except ValueError:
            if FAULT == "malformed_500":
                return self.answer(500, "<pre>" + traceback.format_exc() + "</pre>", "text/html")
            return self.answer(400, {"detail": "The body is not JSON."})
        if not isinstance(body, dict):
            return self.answer(400, {"detail": "The body is not a JSON object."})
        try:
            self.answer(*operation(body))
        except Refused as refused:
            received = f" Received: {text.decode(errors='replace')}" if FAULT == "echoes_body" else ""
            self.answer(400, {"detail": str(refused) + received})
        except KeyError:
            self.answer(500, {"detail": "Internal error."})

    def refuse_method(self):
        self.answer(405, {"detail": "POST only."})

    do_GET = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = refuse_method


server = ThreadingHTTPServer(("127.0.0.1", 0), Fund)
print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
server.serve_forever()
