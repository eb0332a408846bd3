/**
 * The page that a newcomer sees first: three steps, from an employer's default fund to a member number.
 *
 * Guide: partners/wattle-payroll
 */
import { html, type Html } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import { Employers, isReady, type KeptEmployer } from "../payroll/Employers.ts"
import { PayrollSettings } from "../payroll/PayrollSettings.ts"
import { nameOf, People, type Person } from "../payroll/People.ts"
import { pageMaker } from "./layout.ts"

interface Step {
  readonly title: string
  readonly text: string
  readonly isDone: boolean
  readonly href: string | undefined
  readonly label: string
}

/**
 * The three steps of a newcomer, all with the payroll's first employer: its default fund, a person who is invited, and
 * that person's own form.
 */
const stepsFor = (first: KeptEmployer | undefined, people: ReadonlyArray<Person>): ReadonlyArray<Step> => {
  const id = first?.employer.id
  const name = first?.employer.name ?? "an employer"
  const isSetUp = first !== undefined && isReady(first.employer)
  const invited = people.filter((person) => person.employer_id === id && person.session_id !== null)
  const done = invited.find(({ record }) => record?.state === "completed")
  const person = done ?? invited[0]
  return [
    {
      title: "Set up super",
      text: `Choose the fund that ${name} pays super into. Often a fund already knows the employer, and one press is enough.`,
      isDone: isSetUp,
      href: id === undefined ? "/employers" : `/employers/${id}`,
      label: isSetUp ? "Look at it again" : "Set up super"
    },
    {
      title: "Add a person",
      text: `Somebody new starts at ${name}. Say who they are; they do the rest themselves.`,
      isDone: person !== undefined,
      href: isSetUp ? `/people/new?employer=${id ?? ""}` : undefined,
      label: "Add a person"
    },
    {
      title: "Be the person",
      text: "See what they see on their phone, choose a fund, and watch the member number come back.",
      isDone: done !== undefined,
      href:
        person === undefined
          ? undefined
          : `/people/${encodeURIComponent(person.remote_id)}${done === undefined ? "/form" : ""}`,
      label:
        person === undefined
          ? "Be the person"
          : done === undefined
            ? `Be ${nameOf(person)}`
            : "See the result"
    }
  ]
}

const stepShown = ({ href, isDone, label, text, title }: Step, index: number, isNext: boolean): Html =>
  html`<li class="step${isDone ? " done" : isNext ? " next" : ""}">
    <span class="number" aria-hidden="true">${isDone ? "✓" : index + 1}</span>
    <h2>${title}${isDone ? html`<span class="visually-hidden"> (done)</span>` : undefined}</h2>
    <p>${text}</p>
    ${
      href === undefined
        ? html`<p class="quiet">First comes step ${index}.</p>`
        : html`<p><a class="button${isNext ? "" : " quiet"}" href="${href}">${label}</a></p>`
    }
  </li>`

export const HomePageHttp = Layer.unwrap(
  Effect.gen(function* () {
    const page = yield* pageMaker
    const employers = yield* Employers
    const people = yield* People
    const settings = yield* PayrollSettings

    const home = Effect.sync(() => {
      const [first] = employers.list()
      const steps = stepsFor(first, people.list())
      const next = steps.findIndex(({ isDone }) => !isDone)
      const isConnected = settings.productId() !== undefined && settings.serviceUrl() !== undefined
      return page({
        title: "Start",
        place: "/",
        content: [
          html`<h1 class="hero">Super for new staff, inside your payroll</h1>
            <p class="lead">
              Wattle Payroll is a made-up payroll product. It shows how payroll software gives its customers
              super onboarding with Embedded Super: three short steps, about three minutes.
            </p>`,
          isConnected
            ? html``
            : html`<p class="note warn">
                This payroll isn't connected to a service yet. <a href="/settings">Connect it in Settings</a>.
              </p>`,
          html`<ol class="steps" id="steps" data-live="steps">
              ${steps.map((step, index) => stepShown(step, index, index === next))}
            </ol>
            <p id="all-done" data-live="">
              ${
                next === -1
                  ? html`<span class="note good"
                      >That was the whole way. Look at the <a href="/inbox">webhooks</a> that came
                      meanwhile.</span
                    >`
                  : undefined
              }
            </p>
            <h2>Look around</h2>
            <ul class="tiles">
              <li>
                <a href="/board">Board</a> Everybody's onboarding at a glance. Cards move when a webhook
                comes.
              </li>
              <li><a href="/inbox">Inbox</a> Each webhook, whether it was genuine, and what was fetched.</li>
              <li><a href="/issues">Issues</a> What needs a person in payroll, and what to do about it.</li>
            </ul>`
        ]
      })
    })
    return HttpRouter.add("GET", "/", home)
  })
)
