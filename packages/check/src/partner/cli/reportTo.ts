/**
 * `run --report-to`: reports what the run found to the service, for the product's go-live checklist
 * (D-go-live-checklist). Only the head of the report and ids of checks are sent, and no call.
 *
 * Whatever happens here is printed, and never changes the exit code: that is the verdict's.
 */
import {
  type CheckReport,
  type CheckVerdict,
  GoLiveChecklistAnswer,
  type ProductCheckReport
} from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type CannotRun, usage } from "../../cli/CannotRun.ts"
import { shortText } from "../../report/shortText.ts"
import type { Environment } from "../PartnerSettings.ts"

/** Holds the partner key of the service, which manages products; the kit's other keys are of products. */
const KEY = "PARTNER_CHECK_PARTNER_KEY"

const PRODUCT = /\/api\/v1\/products\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/?$/i

const PATIENCE = "30 seconds"

const idsOf = ({ checks }: CheckReport, wanted: CheckVerdict) =>
  checks.filter(({ verdict }) => verdict === wanted).map(({ id }) => id)

type Declared = ProductCheckReport["declared"]

const reported = (report: CheckReport, declared: Declared): ProductCheckReport => {
  const { counts, ended_at, kit_version, mode, seed, selection, started_at, subject, verdict } = report
  return {
    kit: "partner-check",
    kit_version,
    mode,
    seed,
    subject,
    declared,
    ...(selection === undefined ? {} : { selection }),
    started_at,
    ended_at,
    verdict,
    counts,
    failed: idsOf(report, "fail"),
    not_observed: idsOf(report, "not_observed")
  }
}

const checklistIn = Schema.decodeUnknownOption(Schema.fromJsonString(GoLiveChecklistAnswer))

const problemIn = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ code: Schema.String, detail: Schema.String }))
)

/** What the service's answer says, in lines for the terminal. */
const inWords = (
  url: string,
  { status, text }: { readonly status: number; readonly text: string }
): string => {
  const checklist = Option.getOrUndefined(checklistIn(text))
  if (status !== 200 || checklist === undefined) {
    const why = Option.match(problemIn(text), {
      onNone: () => "",
      onSome: ({ code, detail }) => ` (${code}): ${detail}`
    })
    return `The report wasn't sent: ${url} answered ${status}${shortText(why)}`
  }
  const missing = checklist.data.items.filter(({ state }) => state === "missing")
  const lines = missing.map(({ found, kind, to_do }) => `- ${kind}: ${found} ${to_do ?? ""}`.trimEnd())
  return [
    `Reported to ${url}.`,
    missing.length === 0
      ? "Nothing is missing for going live; what is still to agree is in GET …/go-live."
      : "Missing for going live:",
    ...lines
  ].join("\n")
}

/**
 * What sends a report to this product and returns what to print. `declared` is what the settings say of the receiver. Fails before
 * the run if it could never be sent.
 */
export const reportTo = (
  product: string,
  declared: Declared,
  environment: Environment
): Effect.Effect<(report: CheckReport) => Effect.Effect<string>, CannotRun> => {
  const key = environment[KEY] ?? ""
  if (!PRODUCT.test(URL.parse(product)?.pathname ?? ""))
    return Effect.fail(
      usage("--report-to takes the address of your product: https://SERVICE/api/v1/products/ID.")
    )
  if (key === "")
    return Effect.fail(
      usage(`The variable ${KEY} is empty. Set it to your partner key, which --report-to sends.`)
    )
  const url = `${product.replace(/\/$/, "")}/check-report`
  return Effect.succeed((report) =>
    Effect.tryPromise(async (signal) => {
      // A redirect would take the key to another address.
      const answer = await fetch(url, {
        method: "PUT",
        redirect: "manual",
        signal,
        headers: { "x-api-key": key, "content-type": "application/json" },
        body: JSON.stringify(reported(report, declared))
      })
      return { status: answer.status, text: await answer.text() }
    }).pipe(
      Effect.timeout(PATIENCE),
      Effect.match({
        onSuccess: (answer) => inWords(url, answer),
        onFailure: () => `The report wasn't sent: ${url} can't be reached. Check the address, and run again.`
      })
    )
  )
}
