/** Bad input, generated from the specs, at every operation. The whole of it takes minutes, so the gate sends a share. */
import { readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { echoes, targetOf, exampleCursors, isPaged, sample } from "./Case.ts"
import { badInputJudge, sender } from "./judge.ts"
import { keysOf, operationCases, type Surroundings } from "./operationCases.ts"
import { holdsUnwanted, judgeText, type TextCase, textCases } from "./textCases.ts"
import { contentsOf } from "../database/contents.ts"
import { productOf } from "../onboarding/product.ts"
import { callerOf } from "../openapi/Caller.ts"
import { implemented, type Operation, readDocument } from "../openapi/operations.ts"
import type { SharedService } from "../programs/service.ts"
import { sharedSurroundings } from "../programs/shared.ts"
import { newPrograms } from "../programs/Programs.ts"
import { type SharedSimulator, startPartnerSimulator } from "../programs/simulators.ts"
import { filesIn } from "../simulators/files.ts"
import { tokensOf, type Embed } from "../tenancy/embedTokens.ts"

const document = readDocument("partner-api")
const operations = implemented(document)
const embedApi = readDocument("embed-api")
const fundApi = readDocument("fund-api")
const simulatorApi = readDocument("simulator-api")
/** The control operations of a simulator. */
const controlsOf = (kind: "fund" | "partner") =>
  implemented(simulatorApi).filter(({ tag }) => ["simulator", `${kind}-admin`].includes(tag))

const named = (list: ReadonlyArray<Operation>) => list.map((operation) => [operation.id, operation] as const)

/** The faults of the answers to texts that have to be refused. */
const refusals = async (
  wire: ReturnType<typeof sender>,
  cases: ReadonlyArray<TextCase>,
  refused = 422
): Promise<ReadonlyArray<string>> => {
  const judged = cases.map(async (one) => judgeText(one, await wire.send(one.request), refused))
  return (await Promise.all(judged)).flat()
}

/** One of how many of an operation's cases is sent. */
interface Shares {
  readonly faults: number
  /** A text has a case for each of six characters: with six, each text gets one of them. */
  readonly characters: number
}

/** One case of so many, at least one; `from` says with which one it begins. */
const oneOf = <A>(cases: ReadonlyArray<A>, many: number, from: number): ReadonlyArray<A> =>
  cases.filter((_, index) => index % many === from % Math.min(many, cases.length))

export const badInputTests = (shares: Shares) =>
  describe("bad input at every operation of the partner API is answered with a problem, and writes nothing:", () => {
    const programs = newPrograms()
    let service: SharedService
    let fund: SharedSimulator
    let surroundings: Surroundings
    let wire: ReturnType<typeof sender>
    let sent = 0
    /** After the last trial. */
    let before: Awaited<ReturnType<typeof contentsOf>>

    /** The cases of an operation's texts that are sent; the operation's name says which character is the first. */
    const someTexts = (...[of, operation, headers]: Parameters<typeof textCases>) =>
      oneOf(textCases(of, operation, headers), shares.characters, operation.id.length)

    beforeAll(async () => {
      const shared = await sharedSurroundings()
      fund = shared.fund
      service = shared.service
      surroundings = shared.surroundings
      wire = programs.add(sender(service.url))
      before = await contentsOf(service.database)
    })

    afterAll(async () => {
      console.log(`bad input: ${sent} requests at ${operations.length} operations`)
      await programs.stop()
    })

    it("one thing is wrong at a time: the bodies that are spoilt are good ones", () => {
      for (const { body, id } of operations) {
        if (body !== undefined)
          expect([id, document.judge(body.schema, sample(document, body.schema))]).toEqual([id, []])
      }
    })

    /** Of each refusal at least one. Each operation begins at another case, so that over all of them every kind is sent. */
    const someFaults = (operation: Operation) => {
      const all = operationCases(document, operations, operation, surroundings)
      const refusals = Map.groupBy(all, ({ want }) => want.code)
      return [...refusals.values()].flatMap((cases) =>
        oneOf(cases, shares.faults, operations.indexOf(operation))
      )
    }

    it.each(named(operations))("%s", async (_, operation) => {
      const judge = badInputJudge()
      const cases = someFaults(operation)
      const wrong: Array<string> = []
      for (const one of cases) wrong.push(...judge(one, await wire.send(one.request)))
      sent += cases.length
      expect(wrong).toEqual([])
      const former = before
      before = await contentsOf(service.database)
      expect(before).toEqual(former)
    })

    it.each(named(operations.filter(isPaged)))("takes the example cursors of %s", async (_, operation) => {
      const { good } = keysOf(operation, surroundings)
      const target = targetOf(operation, surroundings.mine)
      expect(exampleCursors(operation)).not.toEqual([])
      for (const after of exampleCursors(operation)) {
        const request = {
          method: "GET",
          target: `${target}?after=${after}`,
          headers: { "x-api-key": good },
          body: undefined
        }
        expect([after, (await wire.send(request)).status]).toEqual([after, 200])
      }
    })

    it("no log holds a rejected value", () => {
      expect(service.log().split("\n").filter(echoes)).toEqual([])
    })

    describe("a control character or a change of writing direction, in any accepted text:", () => {
      let tokens: Readonly<Record<Embed, string>>
      let contents: Awaited<ReturnType<typeof contentsOf>>

      beforeAll(async () => {
        const caller = callerOf("partner-api", service.url)
        const product = productOf(caller, callerOf("embed-api", service.url), surroundings.keys.product)
        tokens = await tokensOf(product, surroundings.mine)
        contents = await contentsOf(service.database)
      })

      it.each(named(operations))("partner API, %s", async (_, operation) => {
        const { good } = keysOf(operation, surroundings)
        expect(await refusals(wire, someTexts(document, operation, { "x-api-key": good }))).toEqual([])
      })

      it.each(named(implemented(embedApi)))("embed API, %s", async (_, operation) => {
        const token = tokens[operation.tag as Embed] ?? tokens["employee-embed"]
        const cases = someTexts(embedApi, operation, { authorization: `Bearer ${token}` })
        expect(await refusals(wire, cases)).toEqual([])
      })

      it("nothing of it was written", async () => {
        expect(await contentsOf(service.database)).toEqual(contents)
      })

      describe.each(["fund", "partner"] as const)("the %s simulator", (kind) => {
        let simulator: SharedSimulator
        let at: ReturnType<typeof sender>
        let files: ReturnType<typeof filesIn>

        beforeAll(async () => {
          simulator = kind === "fund" ? fund : programs.add(await startPartnerSimulator())
          at = programs.add(sender(simulator.url))
          files = filesIn(simulator.dataDir)
        })

        it.each(named(controlsOf(kind)))("simulator API, %s", async (_, operation) => {
          expect(await refusals(at, someTexts(simulatorApi, operation, {}))).toEqual([])
        })

        const ofFund = kind === "fund" ? implemented(fundApi) : []
        it.each(named(ofFund))("fund API, %s", async (_, operation) => {
          const key = readFileSync(`${simulator.dataDir}/api-key`, "utf8").trim()
          // A fund answers 400 to failed validation.
          expect(await refusals(at, someTexts(fundApi, operation, { "x-auth-key": key }), 400)).toEqual([])
        })

        it.each(named(controlsOf(kind).filter(isPaged)))(
          "takes the example cursors of %s",
          async (_, operation) => {
            expect(exampleCursors(operation)).not.toEqual([])
            for (const after of exampleCursors(operation)) {
              const request = {
                method: "GET",
                target: `${operation.path}?after=${after}`,
                headers: {},
                body: undefined
              }
              expect([after, (await at.send(request)).status]).toEqual([after, 200])
            }
          }
        )

        it("nothing of it was written", () => {
          const after = filesIn(simulator.dataDir)
          const withoutTimeLine = (all: typeof files) =>
            Object.fromEntries(Object.entries(all).filter(([name]) => !name.startsWith("workbench.sqlite ")))
          expect(withoutTimeLine(after)).toEqual(withoutTimeLine(files))
          expect(holdsUnwanted(after["workbench.sqlite entries"] ?? "")).toBe(false)
        })
      })
    })
  })
