/**
 * The pages for a fund's engineer: the time line with each call, what the fund does next (levers), and what it knows.
 * The look, the time line and its details are those of the Workbench; this folder has the fund's own pages.
 *
 * The trap: a fund runs the simulator without the service, so no page may need it.
 */
import type * as S from "@embedded-super/contracts/schemas"
import {
  Faults,
  framing,
  type FrameOptions,
  newest,
  SimulatorAddress,
  SimulatorClock,
  timeLinePages
} from "@embedded-super/simulator-kit"
import type { Html } from "@embedded-super/pages/pages/html"
import { page, type Said } from "@embedded-super/pages/pages/index"
import { backTo, missing, reportShown, shown, form } from "@embedded-super/pages/serve/answers"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { OwnCheck } from "../check/OwnCheck.ts"
import { fundContracts } from "./requestShape.ts"
import { EmployerBook } from "../employers/EmployerBook.ts"
import { ReceivedDetails } from "../employers/ReceivedDetails.ts"
import { PlayedFund } from "../funds.ts"
import { Members } from "../members/Members.ts"
import { flows } from "../security/flows.ts"
import { SftpAccount } from "../sftp/SftpAccount.ts"
import { adviceOn } from "./advice.ts"
import { checkOf } from "./check.ts"
import { type Fields, formats, forms } from "./forms.ts"
import { fundOf } from "./fund.ts"
import { leversOf } from "./levers.ts"
import { formPath, paths, places } from "./paths.ts"

/** Rows of a table. */
const most = 100

const frameOf = ({ profile }: PlayedFund["Service"], slug: string): FrameOptions => ({
  name: `${profile.fund.name}, simulated`,
  paths,
  places,
  program: { source: "fund", name: profile.fund.name, slug },
  start: { text: "call this fund", url: paths.fund }
})

/** The fund's own pages and their forms. */
const OwnPages = (options: FrameOptions) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const fund = yield* PlayedFund
      const faults = yield* Faults
      const clock = yield* SimulatorClock
      const book = yield* EmployerBook
      const members = yield* Members
      const details = yield* ReceivedDetails
      const account = yield* SftpAccount
      const own = yield* OwnCheck
      const { url } = yield* SimulatorAddress
      const frame = yield* framing(options)
      const acts = yield* forms

      const framed = Effect.fnUntraced(function* (
        title: string,
        place: string,
        content: Html,
        said: Said | undefined
      ) {
        const html = page(yield* frame, {
          title,
          place,
          // A page that answers a form can't be fetched at the form's address.
          live: place,
          content: [content],
          ...(said === undefined ? {} : { said })
        })
        return shown(html)
      })

      const levers = Effect.fnUntraced(function* (said?: Said) {
        const { now, stands_still } = yield* clock.get
        const { faults: inForce } = yield* faults.inForce
        const content = leversOf({
          now,
          standsStill: stands_still,
          clockOf: clock.ownedBy,
          faults: inForce,
          account: account.setting(),
          format: formats[fund.lookup]
        })
        return yield* framed("Levers", paths.levers, content, said)
      })

      const records = Effect.fnUntraced(function* (said?: Said) {
        const content = fundOf({
          url,
          auth: flows[fund.authentication.flow].words,
          employers: book.list(newest, most),
          members: members.list(newest, most).map(({ member }) => member),
          details: details.list(newest, most).map(({ received }) => received)
        })
        return yield* framed("The fund", paths.fund, content, said)
      })

      const check = Effect.gen(function* () {
        const { name, slug } = fund.profile.fund
        const content = checkOf({ slug, name, check: yield* own.now, secretFile: own.secretFile })
        return yield* framed("Check", paths.checks, content, undefined)
      })

      const report = Effect.gen(function* () {
        const text = yield* own.report
        return text === undefined
          ? missing(
              yield* frame,
              "There is no report yet",
              "No check of this simulator has ended since it was started.",
              "Begin one on the page Check."
            )
          : reportShown(text)
      })

      const profile = Effect.map(own.profile, (text) =>
        HttpServerResponse.text(text, {
          contentType: "application/yaml; charset=utf-8",
          headers: { "cache-control": "no-store" }
        })
      )

      /** Performs a form's act, and shows its page again: with a sentence, if the act has one. */
      const on = (
        name: string,
        act: (fields: Fields) => Effect.Effect<Said | undefined | void>,
        [path, show]: readonly [path: string, show: typeof levers]
      ) =>
        HttpRouter.add(
          "POST",
          formPath(name),
          Effect.gen(function* () {
            const said = yield* act(Object.fromEntries(yield* form))
            return typeof said === "object" ? yield* show(said) : backTo(path)
          })
        )
      const onLevers = [paths.levers, levers] as const
      const onFund = [`${paths.fund}#employers`, records] as const

      return Layer.mergeAll(
        HttpRouter.add("GET", paths.levers, levers()),
        HttpRouter.add("GET", paths.fund, records()),
        HttpRouter.add("GET", paths.checks, check),
        HttpRouter.add("GET", paths.checkReport, report),
        HttpRouter.add("GET", paths.checkProfile, profile),
        HttpRouter.add("POST", formPath("check"), Effect.as(own.start, backTo(paths.checks))),
        on("fault", acts.fault, onLevers),
        on("clear-faults", acts.clearFaults, onLevers),
        on("clock", acts.clock, onLevers),
        on("sftp", acts.sftp, onLevers),
        on("upload", acts.upload, onLevers),
        on("pick-up", acts.pickUp, onLevers),
        on("reset", acts.reset, [paths.timeLine, levers]),
        on("employer", acts.employer, onFund),
        on("remove-employer", acts.removeEmployer, onFund)
      )
    })
  )

/** All pages of the inspector. */
export const InspectorHttp = (slug: S.Slug) =>
  Layer.unwrap(
    Effect.map(PlayedFund, (fund) => {
      const frame = frameOf(fund, slug)
      return Layer.merge(timeLinePages({ contracts: fundContracts, frame, adviceOn }), OwnPages(frame))
    })
  )
