/**
 * `/about`: who operates this service, for partners, funds and people, from the instance file (D-instance-file). If a
 * sample replaces that file, the pages that it names are here, too.
 */
import type { InstanceContact, InstanceDocument, InstanceFile } from "@embedded-super/contracts/schemas"
import { type Html, html } from "@embedded-super/pages/pages/html"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { createHash } from "node:crypto"
import { Settings } from "../platform/config/Settings.ts"

const STYLE =
  ":root{color-scheme:light dark}body{font:1.1rem/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}dt{font-weight:600}dd{margin:0 0 .75rem}"

const HEADERS = {
  "cache-control": "public, max-age=300",
  "content-security-policy": [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; ")
}

const link = (address: string, text = address): Html =>
  html`<a href="${address}" rel="noreferrer">${text}</a>`

const lines = (parts: ReadonlyArray<Html | string>): Html =>
  html`${parts.map((part, nth) => (nth === 0 ? html`${part}` : html`<br />${part}`))}`

// The style isn't a piece of the template, because the policy has the hash of its bytes.
const page = (title: string, content: Html) => {
  const { text } = html`${title}`
  return HttpServerResponse.text(
    `<!doctype html>
<html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text}</title><style>${STYLE}</style></head>
<body><main><h1>${text}</h1>
${content.text}
</main></body></html>
`,
    { contentType: "text/html; charset=utf-8", headers: HEADERS }
  )
}

const contact = ({ email, phone_number, url }: InstanceContact): Html =>
  lines([
    link(`mailto:${email}`, email),
    ...(phone_number === undefined ? [] : [link(`tel:${phone_number}`, phone_number)]),
    ...(url === undefined ? [] : [link(url)])
  ])

const textOf = ({ date, url, version }: InstanceDocument): Html =>
  lines([link(url), html`version ${version}, in force from ${date}`])

const groupedAbn = (abn: string): string => abn.replace(/^(..)(...)(...)(...)$/, "$1 $2 $3 $4")

const factsOf = (instance: InstanceFile): ReadonlyArray<readonly [name: string, value: Html | string]> => {
  const { operator, status_page_url } = instance
  return [
    ["Operator", operator.legal_name],
    ["ABN", groupedAbn(operator.abn)],
    ["Address", operator.address],
    ["Help", contact(instance.help_contact)],
    ["Privacy: questions, access, complaints", contact(instance.privacy_contact)],
    ["Privacy policy", textOf(instance.privacy_policy)],
    ["How personal details are used", textOf(instance.collection_notice)],
    ["Terms of this service", textOf(instance.terms)],
    ["ATO end-user terms", textOf(instance.ato_end_user_terms)],
    ["Docs for partners and funds", link(instance.docs_url)],
    ["Where data is stored", instance.data_location],
    ...(status_page_url === undefined ? [] : [["Status", link(status_page_url)] as const]),
    ["Webhooks and calls to funds come from", lines(instance.source_addresses)]
  ]
}

const about = (instance: InstanceFile) =>
  page(
    "About this service",
    html`<dl>
      ${factsOf(instance).map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`
      )}
    </dl>`
  )

/** The pages that the sample instance names, and the field of the instance file that names the real one. */
const SAMPLES = [
  ["privacy-policy", "Privacy policy", "privacy_policy"],
  ["collection-notice", "How your details are used", "collection_notice"],
  ["terms", "Terms of this service", "terms"],
  ["ato-end-user-terms", "ATO end-user terms", "ato_end_user_terms"],
  ["help", "Help", "help_contact"]
] as const

const sample = (title: string, field: string) =>
  page(
    `${title} (sample)`,
    html`<p>
        This service runs for development, so nobody operates it, and this page stands where the operator's
        text will be. Nobody agrees to anything here. Use made-up people only: their details stay on this
        machine.
      </p>
      <p>
        The operator's instance file names the real page in <code>${field}</code>.
        ${link("/about", "What the file says here")}
      </p>`
  )

export const InstanceHttp = Layer.unwrap(
  Effect.map(Settings, ({ instance, isInstanceOwn }) =>
    Layer.mergeAll(
      HttpRouter.add("GET", "/about", about(instance)),
      ...(isInstanceOwn
        ? []
        : SAMPLES.map(([path, title, field]) =>
            HttpRouter.add("GET", `/about/${path}`, sample(title, field))
          ))
    )
  )
)
