"""A payroll's own page: it onboards employees, shows the embeds, and follows each session by webhook.

What it keeps is in memory: a restart forgets it. Yours has a database, and its users sign in.
"""

import json
import os
import queue
import threading
import uuid

import requests
from flask import Flask, abort, redirect, render_template, request, url_for
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

SERVICE = os.environ["SERVICE_URL"].rstrip("/")
API = f"{SERVICE}/api/v1"
# Your products: the API key and the webhook secret of each, by its id. This page acts for the first.
PRODUCTS = json.loads(os.environ["PRODUCTS"])
PAGE = next(iter(PRODUCTS))
WEBHOOKS = {product: Webhook(own["secret"]) for product, own in PRODUCTS.items()}

# Your customer. remote_id is your own number of it.
EMPLOYER = {"abn": "51 824 753 556", "name": "Wattle & Daughters Pty Ltd", "remote_id": "1234"}

app = Flask(__name__)
app.config["MAX_CONTENT_LENGTH"] = 100_000
employer = {}
onboardings = {}  # by the id of the onboarding session
inbox = queue.Queue()  # webhooks that were verified, with their ids


class Refused(Exception):
    """A refusal of the service, in the words of its problem (RFC 9457)."""

    def __init__(self, status, detail):
        super().__init__(detail)
        self.may_work_later = status == 429 or status >= 500


def call(method, url, idempotency_key=None, product=PAGE, **options):
    """Makes a call with the product's key, and returns the data of the answer."""
    headers = {"X-API-Key": PRODUCTS[product]["key"]}
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
    keep_employer(found[0] if found else call("POST", f"{API}/employers", f"employer-{number}", json=EMPLOYER), PAGE)
    return employer


# What a payroll keeps of each entity, as it is now: a webhook may come late or twice.


def keep_employer(entity, product):
    if product == PAGE and entity["remote_id"] == EMPLOYER["remote_id"]:
        employer.update(id=entity["id"], status=entity["onboarding_status"])


def keep_session(entity, product):
    chosen = entity["onboarding_session_super_selection"]["select_super_fund_product"] or {}
    onboardings[entity["id"]] = {
        "product": product,
        "number": entity["employee"]["remote_id"],
        "state": entity["data_delivery_state"],
        "member_number": chosen.get("member_number"),  # Text: leading zeros count.
    }


def keep_employee(entity, product):
    """A member number that came after the end of its session."""
    for membership in entity["super_fund_details"]["super_fund_memberships"]:
        if membership["onboarding_session_id"] in onboardings:
            onboardings[membership["onboarding_session_id"]]["member_number"] = membership["member_number"]


# The event decides whether something is done: more events will be added, of these subjects, too.
KEEP = {
    "employer_settings_changed": keep_employer,
    "onboarding_session_changed": keep_session,
    "onboarding_session_completed": keep_session,
    "employee_changed": keep_employee,
}


@app.get("/")
def list_employees():
    return render_template("list.html", employer=employer, onboardings=dict(onboardings), form_id=uuid.uuid4())


@app.post("/employees")
def onboard():
    # The form has an id of its own: sent twice, it creates one session.
    form_id = request.form["form_id"]
    if find_or_create_employer()["status"] == "error":
        return redirect(url_for("show_employer"), 303)  # It has no default fund yet.
    body = {
        "employer": {"id": employer["id"]},
        "employee": {"remote_id": request.form["number"]},
        "remote_id": form_id,
        "email": request.form["email"],
        "email_validated": True,  # Only if your software has validated it.
    }
    session = call("POST", f"{API}/onboarding-session", form_id, json=body)["id"]
    # A repeated POST gets its first answer again. What the session is now, only a GET says.
    keep_session(call("GET", f"{API}/onboarding-session/{session}"), PAGE)
    return redirect(url_for("show_employee", session=session), 303)


@app.get("/employees/<session>")
def show_employee(session):
    if session not in onboardings:
        abort(404)
    return render_template("embed.html", title=f"Super of {onboardings[session]['number']}", service=SERVICE)


@app.get("/employer")
def show_employer():
    return render_template("embed.html", title="The employer's super", service=SERVICE)


# Your software checks here that its user is this employee, or may act for the employer.
@app.post("/employees/<session>/embed-url")
def employee_embed_url(session):
    if session not in onboardings:
        abort(404)
    return embed_url(f"onboarding-session/{session}", {}, onboardings[session]["product"])


@app.post("/employer/embed-url")
def employer_embed_url():
    return embed_url(f"employers/{find_or_create_employer()['id']}", {"app": "super_settings"}, PAGE)


def embed_url(whose, body, product):
    """A new address for each frame. It is a secret: its answer isn't cached, and an Idempotency-Key repeats none."""
    made = call("POST", f"{API}/{whose}/generate-embed-url", product=product, json=body)
    return made["embed_url"], {"Content-Type": "text/plain", "Cache-Control": "no-store"}


@app.post("/webhooks")
def receive():
    body = request.get_data()
    try:
        # The product is read of a body that isn't verified yet: a forged one can only select the wrong secret.
        webhook = WEBHOOKS.get(json.loads(body)["product_id"])
        if webhook is None:
            raise WebhookVerificationError("It names none of these products")
        # The body as it came: one that was parsed and written again doesn't verify.
        payload = webhook.verify(body, dict(request.headers))
    except Exception as error:  # A malformed header or body raises other errors than the library's own.
        # The words of those may repeat the body.
        why = error if isinstance(error, WebhookVerificationError) else type(error).__name__
        app.logger.warning("Refused the webhook %r: %s", request.headers.get("webhook-id"), why)
        return "The webhook doesn't verify.\n", 400
    inbox.put((request.headers["webhook-id"], payload))
    return "", 204  # To unknown events, too: more will be added.


def work():
    """Does what webhooks cause: after they were answered, one after the other, and once for each id."""
    handled = set()
    while True:
        webhook_id, payload = inbox.get()
        keep = KEEP.get(payload["event"])
        if webhook_id in handled or keep is None:
            continue
        try:
            if not payload["url"].startswith(f"{API}/"):
                raise Refused(400, "This isn't the service's address, so it doesn't get the key.")
            product = payload["product_id"]
            keep(call("GET", payload["url"], product=product), product)
            handled.add(webhook_id)
        except Exception as error:  # Whatever it is, the next webhook has its turn.
            app.logger.warning("%s of the webhook %s: %s", payload["url"], webhook_id, error)
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
