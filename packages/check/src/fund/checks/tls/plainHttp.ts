import * as Effect from "effect/Effect"
import { fail, notApplicable, pass } from "../../../check/outcomes.ts"
import type { FundCheck } from "../../FundUnderTest.ts"
import { operations } from "../../profile/addressesOf.ts"
import { failed, inTurn, isSuccess, refusesCaller } from "../shared/answers.ts"
import { overHttps } from "./eachHost.ts"

/** The description demands TLS; only a simulator on this machine may do without. */
export const httpsAddresses: FundCheck = {
  id: "TLS-5-2",
  level: "MUST",
  requirement: "R-5-8",
  title: "Every address of the fund is https.",
  hint: "Serve the operations over https, and name those addresses in the profile.",
  modes: ["dev", "certify", "probe"],
  independent: true,
  run: (fund) =>
    Effect.sync(() => {
      const plain = operations.filter((operation) => fund.addressOf(operation)?.protocol === "http:")
      if (plain.length === 0) return pass
      return fund.profile.simulated && fund.mode === "dev"
        ? notApplicable("A simulated fund may be called over http.")
        : fail({
            cause: "An address of the fund is plain http.",
            expected: "https addresses.",
            actual: `http for ${plain.join(" and ")}.`
          })
    })
}

export const plainHttp: FundCheck = {
  id: "TLS-5-3",
  level: "MUST",
  requirement: "R-5-8",
  title: "The fund serves nothing over plain http.",
  hint: "Close the http port, or answer every request there with an error. The usual cause is an application server that is reachable past its load balancer.",
  modes: ["dev", "certify", "probe"],
  appliesTo: overHttps,
  run: (fund) =>
    inTurn(fund.callable(), ({ body, operation }) =>
      Effect.gen(function* () {
        if (fund.addressOf(operation)?.protocol !== "https:") return notApplicable("The address is http.")
        const none = (yield* fund.authorise(operation, body(), "missing")) ?? { headers: {} }
        const bare = yield* fund.call(operation, body(), { plainHttp: true, credentials: none })
        // Real credentials are never sent in clear text to production.
        const answer =
          refusesCaller(bare) && fund.mode !== "probe"
            ? yield* fund.call(operation, body(), { plainHttp: true })
            : bare
        return isSuccess(answer)
          ? failed(answer, {
              cause: "The fund serves its operations over plain http too.",
              expected: "No answer, an error, or a redirect to https."
            })
          : pass
      })
    )
}
