/** The page of checks, its form, and the HTML reports that it links. */
import * as S from "@embedded-super/contracts/schemas"
import { checksPage } from "@embedded-super/pages/pages/index"
import { backTo, missing, reportShown, shown, form, pathPart } from "@embedded-super/pages/serve/answers"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Checks } from "../Checks.ts"
import { Programs } from "../sources/Programs.ts"
import { frameOf, paths } from "./frame.ts"

const decodeSlug = Schema.decodeUnknownOption(S.Slug)

export const ChecksPages = Layer.unwrap(
  Effect.gen(function* () {
    const checks = yield* Checks
    const programs = yield* Programs

    const page = Effect.gen(function* () {
      return shown(checksPage(frameOf(yield* programs.now), paths.checks, yield* checks.list))
    })

    const notThere = (title: string, detail: string) =>
      Effect.map(programs.now, (now) =>
        missing(frameOf(now), title, detail, "Open the page of checks, and choose one there.")
      )

    const start = Effect.gen(function* () {
      const noFund = notThere("There is no such fund", "No fund with this slug is loaded.")
      const slug = decodeSlug((yield* form).get("slug"))
      if (Option.isNone(slug)) return yield* noFund
      return yield* Effect.matchEffect(checks.start(slug.value), {
        onSuccess: () => Effect.succeed(backTo(`${paths.checks}#fund-${slug.value}`)),
        onFailure: () => noFund
      })
    })

    const report = Effect.gen(function* () {
      const text = yield* checks.report(yield* pathPart("slug"))
      if (text === undefined)
        return yield* notThere(
          "There is no such report",
          "No check of this fund has ended since the service started."
        )
      return reportShown(text)
    })

    const settings = Effect.gen(function* () {
      const id = yield* pathPart("id")
      const { products } = yield* checks.list
      const found = products.find(({ product_id }) => product_id === id)
      if (found === undefined)
        return yield* notThere("There is no such product", "No product with a webhook endpoint has this id.")
      return HttpServerResponse.text(found.settings ?? "", {
        contentType: "application/yaml; charset=utf-8",
        headers: { "cache-control": "no-store" }
      })
    })

    return Layer.mergeAll(
      HttpRouter.add("GET", paths.checks, page),
      HttpRouter.add("POST", paths.checks, start),
      HttpRouter.add("GET", `${paths.checks}/:slug/report.html`, report),
      HttpRouter.add("GET", `${paths.checks}/products/:id/partner-check.yaml`, settings)
    )
  })
)
