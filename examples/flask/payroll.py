"""A payroll's own page: it onboards employees, shows the embeds, and follows each session by webhook.

Employees are kept in memory, so a restart forgets them. Yours are in a database, and its users sign in.
"""

import os
import queue
import threading
import uuid

import requests
from flask import Flask, abort, redirect, render_template, request, url_for
from standardwebhooks.webhooks import Webhook

SERVICE = os.environ["SERVICE_URL"].rstrip("/")
API = f"{SERVICE}/api/v1"
PRODUCT_KEY = os.environ["PRODUCT_KEY"]
WEBHOOK = Webhook(os.environ["WEBHOOK_SECRET"])

# Your customer. remote_id is your own number of it.
EMPLOYER = {"abn": "51 824 753 556", "name": "Wattle & Daughters Pty Ltd", "remote_id": "1234"}

app = Flask(__name__)
app.config["MAX_CONTENT_LENGTH"] = 100_000
employees = {}  # by your own number of the employee
inbox = queue.Queue()  # webhooks that were verified, with their ids


class Refused(Exception):
    """A refusal of the service, in the words of its problem (RFC 9457)."""

    def __init__(self, status, detail):
        super().__init__(detail)
        self.may_work_later = status == 429 or status >= 500


def call(method, url, idempotency_key=None, **options):
    """Makes a call with the product's key, and returns the data of the answer."""
    headers = {"X-API-Key": PRODUCT_KEY}
    if idempotency_key is not None:
        headers["Idempotency-Key"] = idempotency_key
    # A redirect isn't followed: it would take the key to another address.
    answer = requests.request(method, url, headers=headers, timeout=10, allow_redirects=False, **options)
    if answer.status_code < 300:
        return answer.json()["data"]
    is_json = "json" in answer.headers.get("Content-Type", "")
    detail = answer.json().get("detail") if is_json else None
    raise Refused(answer.status_code, detail or f"The service answered {answer.status_code}.")


def find_or_create_employer():
    """Returns the employer with your number. By the fixed Idempotency-Key two calls at once create one."""
    number = EMPLOYER["remote_id"]
    found = call("GET", f"{API}/employers", params={"remote_id": number})
    return found[0] if found else call("POST", f"{API}/employers", f"employer-{number}", json=EMPLOYER)


def take_over(url):
    """Fetches a session and keeps what a payroll needs. The session decides, not the event, which may come late."""
    session = call("GET", url)
    if session["superseded_by"] is not None:
        return  # A newer session of this employee has replaced it.
    chosen = session["onboarding_session_super_selection"]["select_super_fund_product"] or {}
    employees[session["employee"]["remote_id"]] = {
        "session": session["id"],
        "state": session["data_delivery_state"],
        "member_number": chosen.get("member_number"),  # Text: leading zeros count.
    }


@app.get("/")
def list_employees():
    return render_template("list.html", employees=dict(employees), form_id=uuid.uuid4())


@app.post("/employees")
def onboard():
    # The form has an id of its own: sent twice, it creates one session.
    form_id, number = request.form["form_id"], request.form["number"]
    employer = find_or_create_employer()
    if employer["onboarding_status"] == "error":
        return redirect(url_for("show_employer"), 303)  # It has no default fund yet.
    body = {
        "employer": {"id": employer["id"]},
        "employee": {"remote_id": number},
        "remote_id": form_id,
        "email": request.form["email"],
        "email_validated": True,  # Only if your software has validated it.
    }
    session = call("POST", f"{API}/onboarding-session", form_id, json=body)
    take_over(f"{API}/onboarding-session/{session['id']}")
    return redirect(url_for("show_employee", number=number), 303)


@app.get("/employees/<number>")
def show_employee(number):
    if number not in employees:
        abort(404)
    return render_template("embed.html", title=f"Super of {number}", service=SERVICE)


@app.get("/employer")
def show_employer():
    return render_template("embed.html", title="The employer's super", service=SERVICE)


# Your software checks here that its user is this employee, or may act for the employer.
@app.post("/employees/<number>/embed-url")
def employee_embed_url(number):
    if number not in employees:
        abort(404)
    return embed_url(f"onboarding-session/{employees[number]['session']}", {})


@app.post("/employer/embed-url")
def employer_embed_url():
    return embed_url(f"employers/{find_or_create_employer()['id']}", {"app": "super_settings"})


def embed_url(whose, body):
    """A new address for each frame. It is a secret, so its answer isn't cached, and an Idempotency-Key repeats none."""
    made = call("POST", f"{API}/{whose}/generate-embed-url", json=body)
    return made["embed_url"], {"Content-Type": "text/plain", "Cache-Control": "no-store"}


@app.post("/webhooks")
def receive():
    try:
        # The body as it came: one that was parsed and written again doesn't verify.
        payload = WEBHOOK.verify(request.get_data(), dict(request.headers))
    except Exception:  # A malformed header raises other errors than the library's own.
        return "The webhook doesn't verify.\n", 400
    inbox.put((request.headers["webhook-id"], payload))
    return "", 204  # To unknown events, too: more will be added.


def work():
    """Does what webhooks cause: after they were answered, one after the other, and once for each id."""
    handled = set()
    while True:
        webhook_id, payload = inbox.get()
        if webhook_id in handled or payload["subject"] != "onboarding_session":
            continue
        try:
            if not payload["url"].startswith(f"{API}/"):
                raise Refused(400, "This isn't the service's address, so it doesn't get the key.")
            take_over(payload["url"])
            handled.add(webhook_id)
        except Exception as error:  # Whatever it is, the next webhook has its turn.
            app.logger.warning("%s: %s", payload["url"], error)
            if getattr(error, "may_work_later", isinstance(error, requests.RequestException)):
                threading.Timer(5, inbox.put, [(webhook_id, payload)]).start()


@app.errorhandler(Refused)
def show_refusal(error):
    return f"{error}\n", 502, {"Content-Type": "text/plain; charset=utf-8"}


@app.errorhandler(requests.RequestException)
def show_silence(error):
    app.logger.warning("%s", error)
    return "The service didn't answer. Try again: nothing is done twice.\n", 504, {"Content-Type": "text/plain"}


if __name__ == "__main__":
    threading.Thread(target=work, daemon=True).start()
    app.run(port=int(os.environ["PORT"]))
