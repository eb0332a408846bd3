import { pasted } from "@embedded-super/contracts/pasted"
import * as S from "@embedded-super/contracts/schemas"
import { EventLog, Faults, newest, SimulatorClock } from "@embedded-super/simulator-kit"
import type { Said } from "@embedded-super/pages/pages/index"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { EmployerBook } from "../employers/EmployerBook.ts"
import { PlayedFund } from "../funds.ts"
import { SftpAccount } from "../sftp/SftpAccount.ts"
import { SftpExchange } from "../sftp/SftpExchange.ts"

export const formats = {
  live: "plain",
  plain_list: "plain",
  hashed_list: "hashed",
  salted_list: "salted"
} as const

const decodeFault = Schema.decodeUnknownOption(S.Fault)
const decodeChange = Schema.decodeUnknownOption(S.SimulatorClockChange)
const decodeAbn = Schema.decodeUnknownOption(S.Abn)
const decodeSetting = Schema.decodeUnknownOption(S.EmployerBookEntrySetting)
const decodeAccount = Schema.decodeUnknownOption(S.SftpAccountSetting)
const decodeFormat = Schema.decodeUnknownOption(S.EmployerFileUpload)

const number = (value: string | undefined): number | undefined =>
  value === undefined || value.trim() === "" ? undefined : Number(value)

/** The fields of a form. */
export type Fields = Readonly<Record<string, string>>

const bad = (text: string): Said => ({ how: "bad", text })

/** The action of each form. It returns the page's message; undefined if the page itself shows the change. */
export const forms = Effect.gen(function* () {
  const fund = yield* PlayedFund
  const log = yield* EventLog
  const faults = yield* Faults
  const clock = yield* SimulatorClock
  const book = yield* EmployerBook
  const account = yield* SftpAccount
  const exchange = yield* SftpExchange
  const changed = (summary: string) => log.note({ kind: "changed_by_hand", summary })

  return {
    fault: Effect.fnUntraced(function* ({ delay_ms, operation_id, play, status, times }: Fields) {
      const fault = decodeFault({
        operation_id,
        play,
        ...(play === "answer_status" ? { status: number(status) } : {}),
        ...(play === "answer_late" ? { delay_ms: number(delay_ms) } : {}),
        ...(number(times) === undefined ? {} : { times: number(times) })
      })
      if (Option.isNone(fault))
        return bad(
          "That fault can't be played. A status is from 400 to 599, a delay from 1 to 600000 ms, and a count 1 or more."
        )
      const { faults: before } = yield* faults.inForce
      yield* faults.set({ faults: [...before, fault.value] })
      yield* changed("Added a fault in the inspector.")
    }),
    clearFaults: Effect.fnUntraced(function* () {
      yield* faults.set({ faults: [] })
      yield* changed("The fault plan is empty.")
    }),
    clock: Effect.fnUntraced(function* ({ advance }: Fields) {
      const change = decodeChange({ advance })
      if (Option.isNone(change)) return bad("Give a step such as 31d or 1h.")
      if (clock.ownedBy !== undefined) return bad("The service moves this clock: use the Workbench's levers.")
      yield* clock.change(change.value)
      yield* changed("The clock was advanced in the inspector.")
    }),
    employer: Effect.fnUntraced(function* ({ abn, employer_number, relationship }: Fields) {
      const known = decodeAbn(pasted("abn", abn ?? ""))
      if (Option.isNone(known))
        return bad("That isn't an ABN: an ABN has 11 digits, and the first two are the checksum.")
      const setting = decodeSetting({
        relationship,
        ...((employer_number ?? "") === "" ? {} : { employer_number })
      })
      if (Option.isNone(setting))
        return bad("That employer number can't be kept. Use letters, digits and hyphens.")
      book.set(known.value, setting.value)
      yield* changed("An employer was set in the inspector.")
    }),
    removeEmployer: Effect.fnUntraced(function* ({ seq }: Fields) {
      const found = book.list(newest, -1).find((row) => String(row.seq) === seq)
      if (found === undefined) return bad("That employer is not in the book any more.")
      book.remove(found.entry.abn)
      yield* changed("An employer was removed in the inspector.")
    }),
    sftp: Effect.fnUntraced(function* ({ host, host_key, port, user }: Fields) {
      const setting = decodeAccount({ host, user, port: number(port), host_key: host_key?.trim() })
      if (Option.isNone(setting))
        return bad(
          "That account can't be used. Give host, port, the fund's slug, and the host key as admin sftp host-key prints it."
        )
      account.set(setting.value)
      yield* changed("The SFTP account was set in the inspector.")
    }),
    upload: Effect.fnUntraced(function* ({ format }: Fields) {
      const file = Option.getOrElse(decodeFormat({ format }), () => ({ format: formats[fund.lookup] }))
      const { detail, is_done, result } = yield* exchange.upload(file)
      const isTaken = is_done && (result === undefined || result.outcome === "accepted")
      return { how: isTaken ? "good" : "bad", text: detail } satisfies Said
    }),
    pickUp: Effect.fnUntraced(function* () {
      const { detail, is_done } = yield* exchange.pickUp
      return { how: is_done ? "good" : "bad", text: detail } satisfies Said
    }),
    reset: () => log.reset
  }
})
