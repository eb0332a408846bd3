import { PartnerApi } from "@embedded-super/contracts/partner-api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { SimulatedEmployers } from "../employers/SimulatedEmployers.ts"
import { taggedAnswer } from "../platform/answers/answers.ts"
import { sandboxedProduct } from "./sandboxedProduct.ts"

/** What a partner can make happen in a sandboxed product, without a browser. */
export const SandboxHttp = HttpApiBuilder.group(
  PartnerApi,
  "sandbox",
  Effect.fnUntraced(function* (handlers) {
    const employers = yield* SimulatedEmployers

    return handlers.handleAll({
      setSimulatedStapling: Effect.fnUntraced(function* ({ params, payload }) {
        return taggedAnswer(yield* employers.setStapling(yield* sandboxedProduct, params.id, payload))
      }),
      setSimulatedDefaultFund: Effect.fnUntraced(function* ({ params, payload }) {
        return taggedAnswer(yield* employers.setDefaultFund(yield* sandboxedProduct, params.id, payload))
      })
    })
  })
)
