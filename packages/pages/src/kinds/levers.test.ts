import { expect, it } from "vitest"
import { type LeverBodies, type LeverName, levers } from "./levers.ts"

const said = <Lever extends LeverName>(
  lever: Lever,
  body: LeverBodies[Lever] | null,
  problem: string | null = null
): string =>
  levers.lever_pulled.sentence(
    {
      lever,
      target: null,
      name: lever === "setPartnerFaults" ? "Wattle Payroll" : "Banksia Super",
      body: body === null ? null : JSON.stringify(body),
      problem
    },
    { from: null, to: null }
  )

it.each([
  [
    "names each fault, how often, from when, and for how many calls",
    said("setFundFaults", {
      faults: [
        { operation_id: "registerMember", play: "answer_status", status: 503, times: 2 },
        { operation_id: "*", play: "answer_late", delay_ms: 5000, share: 30 },
        { operation_id: "lookUpEmployer", play: "drop_after_work", times: 1, from_call: 3 }
      ]
    }),
    "The Workbench set Banksia Super to answer 503 to the next 2 calls of registerMember (register a member); to answer 30 of 100 calls 5 s late; to do the work of one call of lookUpEmployer (look an employer up by its ABN) from call 3 on and close the connection without an answer."
  ],
  [
    "names no faults as their end",
    said("setFundFaults", { faults: [] }),
    "The Workbench ended the faults of Banksia Super."
  ],
  [
    "says which calls a fault for all operations is played on",
    said("setFundFaults", {
      faults: [
        { operation_id: "*", play: "answer_status", status: 429, times: 1 },
        { operation_id: "*", play: "answer_late", delay_ms: 8000, times: 1 },
        { operation_id: "*", play: "no_answer", times: 2 },
        { operation_id: "*", play: "answer_status", status: 500 }
      ]
    }),
    "The Workbench set Banksia Super to answer 429 to the next call; to answer the next call 8 s late; to never answer the next 2 calls; to answer 500 to every call."
  ],
  [
    "names a late answer of the partner",
    said("setPartnerFaults", { answer_after_ms: 800, times: 1 }),
    "The Workbench set Wattle Payroll to answer the next webhook after 800 ms."
  ],
  [
    "names what the ATO finds",
    said("setAto", { status: "not_connected", outcome: "unmatched" }),
    "The Workbench set the sandbox's ATO for Banksia Super: not connected, and it doesn't find the employee."
  ],
  [
    "names a simulator that the clock missed",
    said("moveClock", { advance: "1h" }, "Telopea Super doesn't answer."),
    "The Workbench moved the clock ahead by 1 hour. Telopea Super doesn't answer."
  ],
  [
    "says that a list was only tried",
    said("sendEmployerList", { list: "stale" }, "No list of this fund is in force."),
    "The Workbench tried to let the employer list of Banksia Super become too old. No list of this fund is in force."
  ],
  [
    "says little of a body that was too long to keep",
    said("setFundFaults", null),
    "The Workbench pulled the lever setFundFaults of Banksia Super."
  ]
])("the sentence of a lever %s", (_, sentence, expected) => expect(sentence).toBe(expected))

it("a lever of which something didn't work has failed", () => {
  const detail = { lever: "moveClock", target: null, name: "The clock", body: null } as const
  expect(levers.lever_pulled.outcome({ ...detail, problem: null })).toBe("changed")
  expect(levers.lever_pulled.outcome({ ...detail, problem: "One doesn't answer." })).toBe("failed")
})
