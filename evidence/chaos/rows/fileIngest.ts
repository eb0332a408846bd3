import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { ListLookup } from "@embedded-super/service/funds"
import { SftpLimits } from "@embedded-super/rules/sftp/SftpSettings"
import { anSftpServer } from "@embedded-super/service/testing/sftp"
import { exactly, noted, type Row, type Size } from "../Row.ts"
import { type Case, cases, abnOf, type List, nextWeek, plainText } from "../ingest/cases.ts"
import { listFund } from "../ingest/listFund.ts"
import { dice } from "../programs/faults.ts"
import { wholeService } from "../registration/scene.ts"

const sizes: Readonly<Record<Size, number>> = { short: 2, usual: 300, long: 3000 }

/** Employers of the first list, and employers that no list ever holds. */
const EMPLOYERS = 30
const STRANGERS = Array.from({ length: 8 }, (_, nth) => abnOf(1000 + nth))

/** Row 16: no fault of a fund's export or connection makes an employer match wrongly. */
export const fileIngest: Row = {
  number: 16,
  title: "file ingest",
  run: Effect.fnUntraced(function* ({ say, seed, size, world }) {
    const receiver = yield* world.receiver("ingest", seed)
    const cell = yield* world.cell(world.server, receiver, "ingest")
    const run = yield* wholeService(cell)
    const roll = dice(seed)
    const wanted = Object.entries(cases)
    const count = size === "short" ? wanted.length : sizes[size]
    const seen = { wrong: 0, partial: 0, lost: 0, other: 0, lookups: 0 }
    const came: Record<string, number> = {}
    const notes: Array<string> = []

    yield* Effect.gen(function* () {
      // Years of a fund's lists within minutes: neither its inbox nor the hour may be full.
      const limits = { ...Context.get(Context.empty(), SftpLimits), files: 100_000, importsPerHour: 100_000 }
      const server = yield* Effect.provideService(anSftpServer, SftpLimits, limits)
      const funds = [yield* listFund(server, 1, "renamed"), yield* listFund(server, 2, "checksum_file")]
      for (const [place, fund] of funds.entries()) {
        let current: List = new Map(
          Array.from({ length: EMPLOYERS }, (_, nth) => [abnOf(nth), `E-${nth}`] as const)
        )
        /** While a shrunken list waits for an operator, an employer that it no longer has matches nothing (D-employer-lists). */
        let held: List | undefined
        const first: Case = { what: "first", way: "whole", file: plainText(current), comes: "accepted" }
        yield* fund.supply("first.csv", first, "")
        yield* fund.resultOf("first.csv")
        for (let nth = place; nth < count; nth += funds.length) {
          const [what, make] = wanted[nth < wanted.length ? nth : Math.floor(roll() * wanted.length)] ?? []
          if (what === undefined || make === undefined) continue
          const isRepeat = roll() < 0.1
          const next = isRepeat ? current : nextWeek(current, roll)
          const other = nextWeek(current, roll)
          const given: Case = { what, ...make(next, roll) }
          const name = `list-${nth}.csv`
          yield* fund.age(given.early === true ? "1 day" : "8 days")
          yield* fund.supply(name, given, plainText(other))
          const outcome = given.comes === "ignored" ? "ignored" : yield* fund.resultOf(name)
          came[String(outcome)] = (came[String(outcome)] ?? 0) + 1

          const isRace = given.way === "rename race"
          // Of two that race either may win, or neither if its checksum is the other's; never half of each.
          const possible: ReadonlyArray<List> = isRace
            ? [next, other, current]
            : [given.comes === "accepted" ? next : current]
          if (!isRace && outcome !== given.comes) {
            seen.other += 1
            notes.push(`${what}: ${outcome} instead of ${given.comes}`)
          }
          if (outcome === "accepted") held = undefined
          if (given.comes === "held") held = new Map([...next].slice(0, Math.floor(next.size / 4)))
          const abns = new Set([...current.keys(), ...next.keys(), ...other.keys(), ...STRANGERS])
          const answers = yield* Effect.forEach(abns, (abn) =>
            Effect.map(fund.look(abn), (found) => [abn, found] as const)
          )
          seen.lookups += answers.length
          const expectedBy = (list: List) => (abn: string) =>
            held !== undefined && !held.has(abn) ? undefined : list.get(abn)
          const differing = possible.map((list) =>
            answers.filter(([abn, found]) => expectedBy(list)(abn) !== found)
          )
          const best = differing.toSorted((a, b) => a.length - b.length)[0] ?? []
          if (best.length > 0) {
            const wrongly = best.filter(([, found]) => found !== undefined).length
            seen.wrong += wrongly
            if (given.comes === "ignored") seen.partial += 1
            else if (given.comes !== "accepted") seen.lost += 1
            notes.push(`${what} (${fund.slug}): ${best.length} lookups differ, ${wrongly} of them matches`)
          }
          current = possible[differing.findIndex((list) => list.length === best.length)] ?? current
          if ((nth - place) % 60 === 0) yield* say(`${fund.slug}: file ${nth + 1} of ${count}`)
        }
      }
    }).pipe(Effect.scoped, Effect.provide(ListLookup.layer), run)
    const sum = Object.values(came).reduce((all, one) => all + one, 0)
    return {
      runs: `${sum} files of ${wanted.length} kinds over SFTP, ${seen.lookups} lookups`,
      figures: [
        exactly("files", sum, count),
        ...Object.entries(came).map(([outcome, files]) => noted(`files ${outcome}`, files)),
        exactly("wrong rows matched", seen.wrong, 0),
        exactly("partial files activated", seen.partial, 0),
        exactly("the old list didn't stay in force after a failure", seen.lost, 0),
        exactly("files that came to something else", seen.other, 0)
      ],
      notes: notes.slice(0, 10)
    }
  })
}
