/**
 * Each webhook that came: whether it was genuine, what was fetched, and having it sent again.
 *
 * Guide: partners/test-webhooks
 */
import { isWebhookEvent } from "@embedded-super/partner-sdk"
import type * as S from "@embedded-super/contracts/schemas"
import { EventLog, html, type Html, newest } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import { Behaviour, behaviourWords } from "../inbox/Behaviour.ts"
import { Inbox, type KeptDelivery, type Shown } from "../inbox/Inbox.ts"
import { replay } from "../inbox/replay.ts"
import { Live } from "../payroll/Live.ts"
import type { ServiceRefused } from "../service/ServiceRefused.ts"
import { pageMaker } from "./layout.ts"
import { action, facts, pill, sources, time, timeOfDay } from "./parts.ts"
import { formFields, goTo } from "./web.ts"

/** How many webhooks the page shows. */
const most = 100

const refusals: Readonly<Record<S.WebhookRefusal, string>> = {
  missing_header: "A header of the signature is missing.",
  bad_signature: "The signature isn't one of the product's secret: somebody else may have sent it.",
  stale_timestamp: "The signature is older than five minutes: it may be a repeat by somebody else.",
  not_a_payload: "The body isn't a webhook.",
  unknown_product: "The payroll has no secret for this product."
}

const verdictOf = ({ received }: KeptDelivery): Html => {
  const { answered_status, payload, refusal, repeated } = received
  if (refusal !== null) return pill("bad", "Refused")
  if (payload === null) return pill("warn", `Answered ${answered_status} on purpose`)
  if (repeated) return pill("plain", "Duplicate")
  return isWebhookEvent(payload) ? pill("good", "Verified") : pill("warn", "Unknown event")
}

const said = ({ received: { payload, refusal, repeated, verified } }: KeptDelivery): string => {
  if (refusal !== null) return refusals[refusal]
  if (payload === null)
    return `${verified ? "It was genuine, but" : "It"} wasn't handled, so the service sends it again.`
  if (repeated) return "Its webhook-id was handled before, so nothing was done again."
  return isWebhookEvent(payload)
    ? "The signature is genuine. The payroll answered, and then fetched the entity."
    : "The signature is genuine. This payroll doesn't know the event, answers 2xx and does nothing."
}

const json = (value: unknown, label: string): Html =>
  html`<pre
    tabindex="0"
    role="region"
    aria-label="${label}"
  ><code>${JSON.stringify(value, null, 2)}</code></pre>`

const fetchedShown = ({ received: { fetched, payload }, seq }: KeptDelivery): Html | undefined => {
  if (payload === null || !isWebhookEvent(payload)) return undefined
  if (fetched === null) return html`<p class="quiet">Nothing was fetched for it.</p>`
  return html`<p>
      Fetched <code>${fetched.url}</code>: ${fetched.status ?? "no answer"}, ${time(fetched.fetched_at)}
    </p>
    ${fetched.entity === null ? undefined : json(fetched.entity, `What was fetched for webhook ${seq}`)}`
}

/** The subject of a webhook, and the payroll's own number for it. */
const about = ({ payload }: S.ReceivedWebhook): Html | undefined =>
  payload === null
    ? undefined
    : html`<span class="quiet">${payload.subject.replaceAll("_", " ")} ${payload.remote_id}</span>`

const entryOf = (delivery: KeptDelivery, { event, headers }: Shown): Html => {
  const { received, seq } = delivery
  return html`<li>
    <details id="webhook-${seq}">
      <summary>
        <span class="when">${timeOfDay(received.received_at)}</span>
        <span class="what"><code>${event ?? "not a webhook of ours"}</code> ${about(received)}</span>
        ${verdictOf(delivery)}
      </summary>
      <div class="inside">
        <p>${said(delivery)}</p>
        ${facts([
          ["Came", time(received.received_at)],
          ["Answered", received.answered_status],
          ["webhook-id", received.webhook_id ?? undefined]
        ])}
        ${
          received.webhook_id !== null && received.refusal === null
            ? action(`/inbox/${seq}/replay`, "Have it sent again", `number ${seq}`)
            : undefined
        }
        <h3>Headers</h3>
        ${facts(Object.entries(headers).map(([name, value]) => [name, html`<code>${value}</code>`] as const))}
        ${
          received.payload === null
            ? undefined
            : html`<h3>Payload</h3>
                ${json(received.payload, `Payload of webhook ${seq}`)}`
        }
        ${
          received.payload === null
            ? undefined
            : html`<h3>What was fetched</h3>
                ${fetchedShown(delivery)}`
        }
      </div>
    </details>
  </li>`
}

const setting = ({ answer_status, times }: S.ReceiverBehaviour): string => {
  const many =
    times === undefined ? "all webhooks" : times === 1 ? "the next webhook" : `the next ${times} webhooks`
  return `The payroll answers ${answer_status ?? "late"} to ${many}.`
}

const behaviourForm = (fail: number, label: string): Html =>
  html`<form method="post" action="/inbox/behaviour">
    <input type="hidden" name="fail" value="${fail}" />
    <button class="quiet">${label}</button>
  </form>`

const behaviourShown = (behaviour: S.ReceiverBehaviour): Html =>
  Object.keys(behaviour).length === 0
    ? html`<p>The payroll answers each genuine webhook with 204.</p>
        ${behaviourForm(2, "Answer 500 to the next 2")}`
    : html`<p class="note warn">${setting(behaviour)}</p>
        ${behaviourForm(0, "Answer as usual")}`

export const InboxPageHttp = Layer.unwrap(
  Effect.gen(function* () {
    const page = yield* pageMaker
    const inbox = yield* Inbox
    const behaviour = yield* Behaviour
    const live = yield* Live
    const log = yield* EventLog
    const replaying = yield* replay

    const shown = (refusal?: ServiceRefused) => {
      const deliveries = inbox.list(newest, most)
      return page({
        title: "Inbox",
        place: "/inbox",
        ...(refusal === undefined ? {} : { refusal, status: 422 }),
        content: [
          html`<h1>Inbox</h1>
            <p class="lead">
              Webhooks say that something changed, and hold no data. The payroll verifies each, answers at
              once, and then fetches what it names. The
              <a href="/_simulator/time-line">time line</a> shows these calls, too.
            </p>
            <section class="card" aria-labelledby="behaviour-heading">
              <h2 id="behaviour-heading">Try a failure</h2>
              <div id="behaviour" data-live="">${behaviourShown(behaviour.get())}</div>
              <p class="quiet">The service sends what wasn't answered 2xx again, after seconds at first.</p>
            </section>
            <h2>Webhooks</h2>
            <div id="webhooks" data-live="inbox">
              ${
                deliveries.length === 0
                  ? html`<p class="empty">
                      None yet. <a href="/employers">Set up super</a> for an employer, and the first one
                      comes.
                    </p>`
                  : html`<ol class="log">
                      ${deliveries.map((delivery) => entryOf(delivery, inbox.shown(delivery)))}
                    </ol>`
              }
            </div>`,
          sources(
            ["inbox/WebhookReceiver.http.ts", "verifies a webhook with the SDK, stores it and answers."],
            ["inbox/EntityFetcher.ts", "fetches the entity afterwards, with the product's key."],
            ["payroll/Records.ts", "changes the payroll's records by it."]
          )
        ]
      })
    }

    const set = Effect.gen(function* () {
      const { fail = "0" } = yield* formFields
      const times = Number(fail)
      const isFailing = Number.isInteger(times) && times > 0 && times <= 100
      behaviour.set(isFailing ? { answer_status: 500, times } : {})
      yield* live.changed
      yield* log.note({ kind: "changed_by_hand", summary: behaviourWords(behaviour.get()) })
      return goTo("/inbox")
    })

    const again = Effect.flatMap(HttpRouter.params, ({ seq }) =>
      Effect.match(replaying(Number(seq)), {
        onSuccess: () => goTo("/inbox"),
        onFailure: (refusal) => shown(refusal)
      })
    )

    return Layer.mergeAll(
      HttpRouter.add("GET", "/inbox", Effect.sync(shown)),
      HttpRouter.add("POST", "/inbox/behaviour", set.pipe(Effect.orDie)),
      HttpRouter.add("POST", "/inbox/:seq/replay", again)
    )
  })
)
