/**
 * Where the service is, which product calls it, and what happens by itself.
 *
 * The trap: secrets are taken, and never shown again.
 *
 * Guide: start/keys-and-products
 */
import * as S from "@embedded-super/contracts/schemas"
import { EventLog, html, type Html } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Employers } from "../payroll/Employers.ts"
import { Intents } from "../payroll/Intents.ts"
import { Live } from "../payroll/Live.ts"
import { PayrollSettings } from "../payroll/PayrollSettings.ts"
import { Products } from "../products/Products.ts"
import { pageMaker } from "./layout.ts"
import { facts, sources, textInput } from "./parts.ts"
import { formFields, goTo } from "./web.ts"

const decodeId = Schema.decodeUnknownOption(S.ProductId)
const decodeSetting = Schema.decodeUnknownOption(S.SimulatedProductSetting)

export const SettingsPageHttp = Layer.unwrap(
  Effect.gen(function* () {
    const page = yield* pageMaker
    const products = yield* Products
    const settings = yield* PayrollSettings
    const employers = yield* Employers
    const intents = yield* Intents
    const live = yield* Live
    const log = yield* EventLog

    const changed = Effect.fnUntraced(function* (summary: string) {
      yield* live.changed
      yield* log.note({ kind: "changed_by_hand", summary })
      return goTo("/settings")
    })

    /** A product's key can't read the product's name, so its employers name it. */
    const nameOf = (productId: string): string => {
      const names = employers
        .list()
        .flatMap((kept) => (kept.productId === productId ? [kept.employer.name] : []))
      const [first, second, ...more] = names
      if (first === undefined) return "No employers here yet"
      if (second === undefined) return `Product of ${first}`
      if (more.length === 0) return `Product of ${first} and ${second}`
      return `Product of ${first}, ${second} and ${more.length} more`
    }

    const productsShown = (): Html => {
      const all = products.list()
      return all.length === 0
        ? html`<p class="empty">No product yet.</p>`
        : html`<form method="post" action="/settings/product">
            <fieldset>
              <legend>The product that this payroll uses</legend>
              ${all.map(
                ({ key_hint, product_id }) =>
                  html`<p class="choice">
                    <input
                      type="radio"
                      name="product_id"
                      id="product-${product_id}"
                      value="${product_id}"
                      ${product_id === settings.productId() ? html`checked` : undefined}
                    />
                    <label for="product-${product_id}"
                      >${nameOf(product_id)}
                      <span class="quiet">${key_hint}_••••, <code>${product_id}</code></span></label
                    >
                  </p>`
              )}
            </fieldset>
            <button class="quiet">Use this product</button>
          </form>`
    }

    const shown = (refusal?: string) =>
      page({
        title: "Settings",
        place: "/settings",
        ...(refusal === undefined ? {} : { refusal, status: 422 }),
        content: [
          html`<h1>Settings</h1>
            ${facts([
              ["Service", html`<code>${settings.serviceUrl() ?? "not set"}</code>`],
              ["This payroll's origin", html`<code>${settings.ownOrigin}</code>`],
              ["Webhooks come to", html`<code>${settings.ownOrigin}/webhooks</code>`]
            ])}
            <p class="quiet">
              The product's target origins have to include this payroll's origin, or its forms stay empty.
            </p>
            <h2>Product</h2>
            ${productsShown()}
            <h2>New people from employers</h2>
            <form method="post" action="/settings/conversion">
              <p class="choice">
                <input
                  type="checkbox"
                  id="converts"
                  name="converts"
                  value="yes"
                  ${settings.convertsIntents() ? html`checked` : undefined}
                />
                <label for="converts">Invite a person as soon as the employer has added them</label>
              </p>
              <button class="quiet">Save</button>
            </form>
            <details id="connect" class="card" ${products.size() === 0 ? html`open` : undefined}>
              <summary>Connect a product by hand</summary>
              <p class="quiet">
                <code>start</code> does this for its own products. The key and the secret are kept in this
                program's data folder, and never shown.
              </p>
              <form method="post" action="/settings/connect">
                ${textInput({ label: "Product id", name: "product_id" })}
                ${textInput({ label: "Product key", name: "key", type: "password" })}
                ${textInput({ label: "Webhook secret", name: "webhook_secret", type: "password" })}
                ${
                  settings.isServiceFixed
                    ? undefined
                    : textInput({
                        label: "Address of the service",
                        name: "service_url",
                        type: "url",
                        value: settings.serviceUrl() ?? "http://localhost:4000"
                      })
                }
                <button>Connect</button>
              </form>
            </details>`,
          sources(
            ["products/Products.ts", "keeps keys and secrets on the server."],
            ["service/ServiceClient.ts", "uses them."]
          )
        ]
      })

    const connect = Effect.gen(function* () {
      const { key, product_id, service_url, webhook_secret } = yield* formFields
      const id = decodeId(product_id)
      const setting = decodeSetting({
        key,
        webhook_secret,
        ...(service_url === undefined ? {} : { service_url })
      })
      if (Option.isNone(id) || Option.isNone(setting))
        return shown(
          "That can't be used. Give the product's id, its key (product_…), its webhook secret (whsec_…) and the service's address (http://…)."
        )
      products.configure(id.value, setting.value)
      const { service_url: serviceUrl } = setting.value
      settings.change({ productId: id.value, ...(serviceUrl === undefined ? {} : { serviceUrl }) })
      return yield* changed(`The product ${id.value} was connected by hand.`)
    })

    const use = Effect.gen(function* () {
      const { product_id = "" } = yield* formFields
      if (products.keys()[product_id] === undefined) return shown("That product isn't connected.")
      settings.change({ productId: product_id })
      return yield* changed(`The payroll uses the product ${product_id}.`)
    })

    const convert = Effect.gen(function* () {
      const { converts } = yield* formFields
      settings.change({ convertsIntents: converts === "yes" })
      yield* Effect.forkDetach(intents.convertDue)
      return yield* changed(
        converts === "yes"
          ? "Completed intents become sessions at once."
          : "Completed intents wait for a person."
      )
    })

    return Layer.mergeAll(
      HttpRouter.add("GET", "/settings", Effect.sync(shown)),
      HttpRouter.add("POST", "/settings/connect", connect.pipe(Effect.orDie)),
      HttpRouter.add("POST", "/settings/product", use.pipe(Effect.orDie)),
      HttpRouter.add("POST", "/settings/conversion", convert.pipe(Effect.orDie))
    )
  })
)
