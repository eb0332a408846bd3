/**
 * Step 3 of an integration, for the browser: the paths at which a page gets a new embed URL. The loader posts to the first
 * of each pair (`browser/embed.ts`); the second opens the embed in a window of its own, for a link.
 *
 * The trap: a browser that has the URL acts as the employer or the employee. Here your server checks that the user who is
 * signed in may do so. In this demo nobody signs in, and only this machine may open it.
 *
 * Guide: partners/embedding
 */
import { html } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { EmbedUrls } from "../payroll/EmbedUrls.ts"
import { Employers } from "../payroll/Employers.ts"
import { People } from "../payroll/People.ts"
import { ServiceRefused } from "../service/ServiceRefused.ts"
import { pageMaker } from "./layout.ts"
import { notHere } from "./notHere.ts"
import { always, goTo } from "./web.ts"

type Url = Effect.Effect<string, ServiceRefused>

/** Where an embed of the payroll is, and how its URL is made; no URL if the payroll has no such employer or person. */
interface Embed {
  readonly place: "/employers" | "/people"
  readonly what: "employer" | "person"
  readonly urlOf: (id: string) => Url | undefined
}

const notInvited = new ServiceRefused({
  status: undefined,
  code: "not_invited",
  detail: "This person wasn't invited yet.",
  errors: []
})

/** The answer to the loader's `url` function: a new embed URL, or why there is none. */
const forLoader = (url: Url) =>
  Effect.match(url, {
    onSuccess: (embed_url) => HttpServerResponse.jsonUnsafe({ embed_url }, { headers: always }),
    onFailure: ({ detail }) => HttpServerResponse.jsonUnsafe({ detail }, { status: 409, headers: always })
  })

export const EmbedRoutesHttp = Layer.unwrap(
  Effect.gen(function* () {
    const page = yield* pageMaker
    const employers = yield* Employers
    const people = yield* People
    const urls = yield* EmbedUrls

    const ofEmployer = (app: "super_settings" | "onboarding_intent"): Embed => ({
      place: "/employers",
      what: "employer",
      urlOf: (id) => {
        const kept = employers.find(id)
        return kept === undefined ? undefined : urls.forEmployer({ id, productId: kept.productId }, app)
      }
    })

    const ofPerson: Embed = {
      place: "/people",
      what: "person",
      urlOf: (remoteId) => {
        const person = people.find(remoteId)
        if (person === undefined) return undefined
        const { product_id: productId, session_id: id } = person
        return id === null ? Effect.fail(notInvited) : urls.forSession({ id, productId })
      }
    }

    const inItsOwnWindow = ({ place }: Embed, url: Url) =>
      Effect.match(url, {
        onSuccess: goTo,
        onFailure: (refusal) =>
          page({
            title: "Super",
            place,
            refusal,
            status: 409,
            content: [html`<p><a href="${place}">Back</a></p>`]
          })
      })

    const routes = (
      embed: Embed,
      [loaderPath, alonePath]: readonly [loaderPath: HttpRouter.PathInput, alonePath: HttpRouter.PathInput]
    ) => {
      const withUrl = (use: (url: Url) => Effect.Effect<HttpServerResponse.HttpServerResponse>) =>
        Effect.flatMap(HttpRouter.params, ({ id = "" }) => {
          const url = embed.urlOf(id)
          return url === undefined ? Effect.succeed(notHere(page, embed.place, embed.what)) : use(url)
        })
      return Layer.mergeAll(
        HttpRouter.add("POST", loaderPath, withUrl(forLoader)),
        HttpRouter.add(
          "GET",
          alonePath,
          withUrl((url) => inItsOwnWindow(embed, url))
        )
      )
    }

    return Layer.mergeAll(
      routes(ofEmployer("super_settings"), ["/employers/:id/embed-url", "/employers/:id/alone"]),
      routes(ofEmployer("onboarding_intent"), ["/employers/:id/intent-url", "/employers/:id/intent-alone"]),
      routes(ofPerson, ["/people/:id/embed-url", "/people/:id/alone"])
    )
  })
)
