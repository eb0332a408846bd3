import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { echoes } from "./src/bad-input/Case.ts"
import { badInputJudge } from "./src/bad-input/judge.ts"
import { operationCases, type Surroundings } from "./src/bad-input/operationCases.ts"
import { sample } from "./src/bad-input/samples.ts"
import { sender } from "./src/bad-input/send.ts"
import { makeSurroundings } from "./src/bad-input/surroundings.ts"
import { contentsOf } from "./src/database/contents.ts"
import { implemented, readDocument } from "./src/openapi/operations.ts"
import { type RunningService, startService } from "./src/programs/service.ts"
import { newPrograms } from "./src/programs/Programs.ts"
import { startFundSimulator } from "./src/programs/simulators.ts"

const document = readDocument("partner-api")
const operations = implemented(document)

describe("bad input at every operation of the partner API is answered with a problem, and writes nothing:", () => {
  const programs = newPrograms()
  let service: RunningService
  let surroundings: Surroundings
  let wire: ReturnType<typeof sender>
  let sent = 0

  beforeAll(async () => {
    const [fund, running] = await Promise.all([startFundSimulator(), startService({ worker: false })])
    programs.add(fund)
    service = programs.add(running)
    surroundings = await makeSurroundings(service, fund)
    wire = programs.add(sender(service.url))
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

  it.each(operations.map((operation) => [operation.id, operation] as const))("%s", async (_, operation) => {
    const judge = badInputJudge()
    const cases = operationCases(document, operations, operation, surroundings)
    const before = await contentsOf(service.database)
    const wrong: Array<string> = []
    for (const one of cases) wrong.push(...judge(one, await wire.send(one.request)))
    sent += cases.length
    expect(wrong).toEqual([])
    expect(await contentsOf(service.database)).toEqual(before)
  })

  it("no log tells what was rejected", () => {
    expect(service.log().split("\n").filter(echoes)).toEqual([])
  })
})
