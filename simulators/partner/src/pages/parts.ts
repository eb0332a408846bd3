/**
 * Pieces that several pages share: pills, lists of facts, links, inputs.
 *
 * Guide: partners/wattle-payroll
 */
import { html, type Html } from "@embedded-super/simulator-kit"
import { isReady, type KeptEmployer } from "../payroll/Employers.ts"
import { type Column, columnOf } from "../payroll/PayrollRecord.ts"
import { nameOf, type Person } from "../payroll/People.ts"

type Tone = "good" | "bad" | "warn" | "plain"

export const pill = (tone: Tone, text: string): Html => html`<span class="pill ${tone}">${text}</span>`

export const readiness = ({ employer }: KeptEmployer): Html =>
  isReady(employer) ? pill("good", "Ready") : pill("warn", "Not ready")

const tones: Readonly<Record<Column, Tone>> = {
  Invited: "plain",
  "Filling in": "plain",
  "Waiting for fund": "warn",
  Done: "good",
  "Needs you": "bad"
}

/** Where a person's onboarding is. */
export const progress = ({ record }: Person, hasIssue: boolean): Html => {
  if (record === null) return pill("plain", "Not invited")
  const column = columnOf(record, hasIssue)
  return pill(tones[column], column)
}

const clock = new Intl.DateTimeFormat("en-AU", { dateStyle: "medium", timeStyle: "medium" })

export const time = (at: string): Html => html`<time datetime="${at}">${clock.format(new Date(at))}</time>`

const hours = new Intl.DateTimeFormat("en-AU", { timeStyle: "medium" })

/** The time of day, for lists of what just happened. */
export const timeOfDay = (at: string): Html =>
  html`<time datetime="${at}">${hours.format(new Date(at))}</time>`

/** An ABN as people write it. */
export const abnShown = (abn: string): string => abn.replace(/^(\d\d)(\d{3})(\d{3})(\d{3})$/, "$1 $2 $3 $4")

/** Names and values. Values that are undefined are left out. */
export const facts = (rows: ReadonlyArray<readonly [string, Html | string | number | undefined]>): Html =>
  html`<dl class="facts">
    ${rows.flatMap(([name, value]) =>
      value === undefined
        ? []
        : [
            html`<div>
              <dt>${name}</dt>
              <dd>${value}</dd>
            </div>`
          ]
    )}
  </dl>`

/** The path of a person's page, or of one below it. */
export const personPath = ({ remote_id }: Pick<Person, "remote_id">, below = ""): string =>
  `/people/${encodeURIComponent(remote_id)}${below}`

export const personLink = (person: Person): Html =>
  html`<a href="${personPath(person)}">${nameOf(person)}</a>`

export const employerLink = ({ employer: { id, name } }: KeptEmployer): Html =>
  html`<a href="/employers/${id}">${name}</a>`

/** A BSB as people write it. */
export const bsbShown = (bsb: string): string => bsb.replace(/^(\d{3})(\d{3})$/, "$1-$2")

/** A button that sends a form with nothing but itself. */
export const action = (path: string, label: string, about?: string): Html =>
  html`<form method="post" action="${path}">
    <button class="quiet">
      <span
        >${label}${about === undefined ? undefined : html`<span class="visually-hidden"> ${about}</span>`}</span
      >
    </button>
  </form>`

export interface TextInput {
  readonly label: string
  readonly name: string
  readonly value?: string | undefined
  readonly hint?: string
  readonly type?: "date" | "email" | "password" | "tel" | "text" | "url"
  readonly isOptional?: boolean
  /** The mistake in the value. */
  readonly mistake?: string | undefined
}

/** Label, hint and mistake of an input, and the attributes that connect it with them. */
const field = (
  { hint, isOptional = false, label, mistake, name }: TextInput,
  control: (attributes: Html) => Html
): Html => {
  const described = [
    ...(hint === undefined ? [] : [`${name}-hint`]),
    ...(mistake === undefined ? [] : [`${name}-mistake`])
  ]
  const attributes = html`${described.length === 0 ? undefined : html`aria-describedby="${described.join(" ")}"`}
  ${mistake === undefined ? undefined : html`aria-invalid="true"`} ${isOptional ? undefined : html`required`}`
  return html`<p class="field">
    <label for="${name}">${label}${isOptional ? " (optional)" : ""}</label>
    ${hint === undefined ? undefined : html`<span class="hint" id="${name}-hint">${hint}</span>`}
    ${mistake === undefined ? undefined : html`<span class="mistake" id="${name}-mistake">${mistake}</span>`}
    ${control(attributes)}
  </p>`
}

export const textInput = (input: TextInput): Html =>
  field(
    input,
    (attributes) =>
      html`<input
        id="${input.name}"
        name="${input.name}"
        type="${input.type ?? "text"}"
        value="${input.value ?? ""}"
        maxlength="250"
        autocomplete="off"
        ${attributes}
      />`
  )

/** A list to choose one of `options` from, each with its value and its words. */
export const selectInput = (
  input: TextInput,
  options: ReadonlyArray<readonly [value: string, words: string]>
): Html =>
  field(
    input,
    (attributes) =>
      html`<select id="${input.name}" name="${input.name}" ${attributes}>
        ${[["", "Choose one"] as const, ...options].map(
          ([value, words]) =>
            html`<option value="${value}" ${value === (input.value ?? "") ? html`selected` : undefined}>
              ${words}
            </option>`
        )}
      </select>`
  )

/** Which of the application's files show an engineer how this page works. */
export const sources = (...files: ReadonlyArray<readonly [file: string, what: string]>): Html =>
  html`<details class="how">
    <summary>How this works, for developers</summary>
    <ul>
      ${files.map(([file, what]) => html`<li><code>simulators/partner/src/${file}</code> ${what}</li>`)}
    </ul>
  </details>`
