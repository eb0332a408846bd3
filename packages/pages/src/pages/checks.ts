/** The page of the conformance kits: each fund with its check, and each product's receiver with what its partner runs. */
import type * as S from "@embedded-super/contracts/schemas"
import { checkShown, lastShown } from "./checkShown.ts"
import type { Frame } from "./Frame.ts"
import { html, type Html, section } from "./html.ts"
import { page, type Said } from "./layout.ts"
import { copyButton } from "./marks.ts"

const fund = (place: string, { check, last, name, slug }: S.WorkbenchFundCheck): Html =>
  html`<section class="card checked" aria-labelledby="fund-${slug}">
    <h3 id="fund-${slug}">${name}</h3>
    <div id="last-${slug}" data-part><p class="quiet">${lastShown(last)}</p></div>
    ${checkShown(check, {
      id: slug,
      name,
      action: place,
      fields: { slug },
      button: "Check this",
      report: `${place}/${slug}/report.html`
    })}
  </section>`

/** A line to copy. */
export const commandShown = (command: string): Html =>
  html`<div class="command">
    <pre>${command}</pre>
    ${copyButton(command, "the command")}
  </div>`

const product = (
  place: string,
  { commands, file_name, name, product_id, receiver_url, settings }: S.WorkbenchProductCheck
): Html =>
  html`<section class="card checked" aria-labelledby="product-${product_id}">
    <h3 id="product-${product_id}">${name}</h3>
    <p class="quiet">Receives webhooks at <code>${receiver_url}</code></p>
    <details id="check-${product_id}">
      <summary>Check this<span class="visually-hidden">: ${name}</span></summary>
      <p>
        The partner runs the check: the service keeps only a fingerprint of the product's key. Save the
        settings, give the variables the values that the receiver has, and set its address of the service to
        the
        <code>service_url</code> of the settings.
      </p>
      ${commands.map(commandShown)}
      <p class="actions">
        <a class="button quiet" href="${place}/products/${product_id}/${file_name}" download
          >Save ${file_name}</a
        >
      </p>
      <pre tabindex="0" role="region" aria-label="${file_name} of ${name}">${settings ?? ""}</pre>
    </details>
  </section>`

const noFund = html`<p class="note">No fund is loaded. Load one: <code>pnpm admin fund load</code>.</p>`
const noProduct = html`<p class="note">No product has a webhook endpoint yet.</p>`

export const checks = (place: string, { funds, products }: S.WorkbenchChecks): Html =>
  html`<div class="heading">
      <h1>Checks</h1>
      <p class="quiet">Whether a fund's endpoint and a partner's receiver do what the description demands.</p>
    </div>
    ${section(
      "funds",
      "Funds",
      html`<p>
        The service calls the fund as <code>fund-check</code> does, with its own profile and credentials. It
        registers made-up people. On the time line these calls come from fund-check.
      </p>`,
      funds.length === 0 ? noFund : html`<div class="checks">${funds.map((one) => fund(place, one))}</div>`
    )}
    ${section(
      "receivers",
      "Receivers",
      products.length === 0
        ? noProduct
        : html`<div class="checks">${products.map((one) => product(place, one))}</div>`
    )}`

/** The whole page; `place` is its own path. */
export const checksPage = (frame: Frame, place: string, shown: S.WorkbenchChecks, said?: Said): Html =>
  page(frame, {
    title: "Checks",
    place,
    live: place,
    content: [checks(place, shown)],
    ...(said === undefined ? {} : { said })
  })
