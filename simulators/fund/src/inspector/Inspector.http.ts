import * as S from "@embedded-super/contracts/schemas"
import {
  EventLog,
  Faults,
  newest,
  SimulatorAddress,
  SimulatorClock,
  State
} from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { EmployerBook } from "../employers/EmployerBook.ts"
import { ReceivedDetails } from "../employers/ReceivedDetails.ts"
import { PlayedFund } from "../funds.ts"
import { Members } from "../members/Members.ts"
import { flows } from "../security/flows.ts"
import { SftpAccount } from "../sftp/SftpAccount.ts"
import { SftpExchange } from "../sftp/SftpExchange.ts"
import { callsOf, filterIn, isShown } from "./calls.ts"
import { pageOf } from "./page.ts"
import { script } from "./script.ts"
import { style } from "./style.ts"

const place = "/_simulator/inspector"

/** The inspector's paths for the server's `pages` setting: all are read by GET. */
export const inspectorPages = ["/", `${place}/calls`, `${place}/style.css`, `${place}/script.js`]

const headers = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "same-origin"
}

const text = (body: string, contentType: string, more: Readonly<Record<string, string>> = {}) =>
  HttpServerResponse.text(body, { contentType, headers: { ...headers, ...more } })

/** The number of log entries in the page at first. */
const most = 100

const formats = { live: "plain", plain_list: "plain", hashed_list: "hashed", salted_list: "salted" } as const

const query = Effect.map(
  HttpServerRequest.HttpServerRequest,
  ({ url }) => new URLSearchParams(url.split("?")[1] ?? "")
)

const form = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
  Effect.map(request.text, (body) => Object.fromEntries(new URLSearchParams(body)))
)

const decodeFault = Schema.decodeUnknownOption(S.Fault)
const decodeChange = Schema.decodeUnknownOption(S.SimulatorClockChange)
const decodeAbn = Schema.decodeUnknownOption(S.Abn)
const decodeSetting = Schema.decodeUnknownOption(S.EmployerBookEntrySetting)

const decodeAccount = Schema.decodeUnknownOption(S.SftpAccountSetting)
const decodeFormat = Schema.decodeUnknownOption(S.EmployerFileUpload)

const number = (value: string | undefined): number | undefined =>
  value === undefined || value.trim() === "" ? undefined : Number(value)

/** The page for a fund's engineer: the calls, their faults, and the simulator's switches. */
export const InspectorHttp = (name: string) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const fund = yield* PlayedFund
      const log = yield* EventLog
      const faults = yield* Faults
      const clock = yield* SimulatorClock
      const book = yield* EmployerBook
      const members = yield* Members
      const state = yield* State
      const details = yield* ReceivedDetails
      const account = yield* SftpAccount
      const exchange = yield* SftpExchange
      const { url } = yield* SimulatorAddress
      const changed = (summary: string) => log.note({ kind: "changed_by_hand", summary })

      const entriesFor = Effect.fnUntraced(function* (search: URLSearchParams, after: number) {
        const { entries, lastSeq } = yield* log.entriesAfter(after, 20_000)
        return { entries: entries.filter(isShown(filterIn(search))).slice(-most), lastSeq }
      })

      const page = Effect.fnUntraced(function* (message: string) {
        const search = yield* query
        const { entries, lastSeq } = yield* entriesFor(search, 0)
        const { now, stands_still } = yield* clock.get
        const shown = pageOf({
          name,
          url,
          auth: flows[fund.authentication.flow].words,
          now,
          standsStill: stands_still,
          filter: filterIn(search),
          entries,
          lastSeq,
          faults: (yield* faults.inForce).faults,
          employers: book.list(newest, most),
          members: members.list(newest, most).map(({ member }) => member),
          details: details.list(newest, most).map(({ received }) => received),
          files: { setting: account.setting(), format: formats[fund.lookup] },
          message
        })
        return text(shown, "text/html; charset=utf-8")
      })

      const calls = Effect.gen(function* () {
        const search = yield* query
        const after = Number(search.get("after") ?? 0)
        const { entries, lastSeq } = yield* entriesFor(search, Number.isSafeInteger(after) ? after : 0)
        const items = callsOf(entries).map((item) => item.text)
        return text(items.join(""), "text/html; charset=utf-8", { "x-last-seq": String(lastSeq) })
      })

      const backTo = (part: string) =>
        HttpServerResponse.empty({ status: 303, headers: { ...headers, location: `/#${part}` } })
      /** Performs a form's action and shows the page again, with an explanation if the action failed. */
      const onForm = (
        path: string,
        act: (fields: Record<string, string>) => Effect.Effect<string>,
        part: string
      ) =>
        HttpRouter.add(
          "POST",
          `${place}/${path}`,
          Effect.flatMap(Effect.flatMap(form, act), (fault) =>
            fault === "" ? Effect.succeed(backTo(part)) : page(fault)
          ).pipe(Effect.orDie)
        )

      return Layer.mergeAll(
        HttpRouter.add("GET", "/", page("")),
        HttpRouter.add("GET", `${place}/calls`, calls),
        HttpRouter.add("GET", `${place}/style.css`, Effect.succeed(text(style, "text/css; charset=utf-8"))),
        HttpRouter.add(
          "GET",
          `${place}/script.js`,
          Effect.succeed(text(script, "text/javascript; charset=utf-8"))
        ),
        onForm(
          "fault",
          Effect.fnUntraced(function* ({ delay_ms, operation_id, play, status, times }) {
            const fault = decodeFault({
              operation_id,
              play,
              ...(play === "answer_status" ? { status: number(status) } : {}),
              ...(play === "answer_late" ? { delay_ms: number(delay_ms) } : {}),
              ...(number(times) === undefined ? {} : { times: number(times) })
            })
            if (Option.isNone(fault))
              return "That fault can't be played. A status is from 400 to 599, a delay from 1 to 600000 ms, and a count 1 or more."
            const { faults: before } = yield* faults.inForce
            yield* faults.set({ faults: [...before, fault.value] })
            yield* changed("Added a fault in the inspector.")
            return ""
          }),
          "faults"
        ),
        onForm(
          "clear-faults",
          () =>
            Effect.as(Effect.andThen(faults.set({ faults: [] }), changed("The fault plan is empty.")), ""),
          "faults"
        ),
        onForm(
          "clock",
          Effect.fnUntraced(function* (fields) {
            const change = decodeChange({ advance: fields["advance"] })
            if (Option.isNone(change)) return "Give a step such as 31d or 1h."
            yield* clock.change(change.value)
            yield* changed("The clock was advanced in the inspector.")
            return ""
          }),
          "clock"
        ),
        onForm(
          "employer",
          Effect.fnUntraced(function* ({ abn, employer_number, relationship }) {
            const known = decodeAbn((abn ?? "").replace(/[ -]/g, ""))
            if (Option.isNone(known))
              return "That isn't an ABN: an ABN has 11 digits, and the first two are the checksum."
            const setting = decodeSetting({
              relationship,
              ...((employer_number ?? "") === "" ? {} : { employer_number })
            })
            if (Option.isNone(setting))
              return "That employer number can't be kept. Use letters, digits and hyphens."
            book.set(known.value, setting.value)
            yield* changed("An employer was set in the inspector.")
            return ""
          }),
          "employers"
        ),
        onForm(
          "remove-employer",
          Effect.fnUntraced(function* (fields) {
            const found = book.list(newest, -1).find(({ seq }) => String(seq) === fields["seq"])
            if (found === undefined) return "That employer is not in the book any more."
            book.remove(found.entry.abn)
            yield* changed("An employer was removed in the inspector.")
            return ""
          }),
          "employers"
        ),
        onForm(
          "sftp",
          Effect.fnUntraced(function* ({ host, host_key, port, user }) {
            const setting = decodeAccount({ host, user, port: number(port), host_key: host_key?.trim() })
            if (Option.isNone(setting))
              return "That account can't be used. Give host, port, the fund's slug, and the host key as admin sftp host-key prints it."
            account.set(setting.value)
            yield* changed("The SFTP account was set in the inspector.")
            return ""
          }),
          "files"
        ),
        onForm(
          "upload",
          ({ format }) =>
            Effect.map(
              exchange.upload(
                Option.getOrElse(decodeFormat({ format }), () => ({ format: formats[fund.lookup] }))
              ),
              ({ detail }) => detail
            ),
          "files"
        ),
        onForm("pick-up", () => Effect.map(exchange.pickUp, ({ detail }) => detail), "details"),
        onForm(
          "reset",
          () =>
            Effect.gen(function* () {
              state.reset()
              yield* log.note({ kind: "reset", summary: "Forgot everything." })
              return ""
            }),
          "calls"
        )
      )
    })
  )
