import { expect } from "vitest"
import { type Alteration, startAltered } from "./altered.ts"
import { published } from "./respect.ts"
import type { World } from "./world.ts"

export interface ChangedAnswer extends Alteration {
  readonly title: string
  readonly step: string
  readonly says: RegExp
}

/** Changed answers at which respect fails, the step that it names, and what it says. */
export const changedAnswers: ReadonlyArray<ChangedAnswer> = [
  {
    title: "another status",
    method: "PUT",
    path: /^\/embed-api\/v1\/employer\/default-fund$/,
    change: (answer) => ({ ...answer, status: 202 }),
    step: "chooseProduct",
    says: /\$statusCode == 200/
  },
  {
    title: "another value of a field",
    method: "GET",
    path: /^\/api\/v1\/employers\/[^/]+$/,
    change: ({ body, status }) => ({
      status,
      body: { ...body, data: { ...body.data, default_fund_source: "default_activate_confirmed" } }
    }),
    step: "fetchEmployer",
    says: /default_fund_source == 'selected'/
  },
  {
    title: "a field that the contract requires and that isn't there",
    method: "POST",
    path: /^\/api\/v1\/employers\/[^/]+\/generate-embed-url$/,
    change: ({ body: { data, ...body }, status }) => {
      const { valid_until: _, ...rest } = data
      return { status, body: { ...body, data: rest } }
    },
    step: "makeEmbedUrl",
    says: /valid_until/
  }
]

/** Runs a workflow with an answer that was changed on the way: respect has to fail, and to name the step. */
export const expectNamed = async (
  { programs, run, servers: all }: World,
  { says, step, title: _, ...alteration }: ChangedAnswer
): Promise<void> => {
  const before = programs.add(await startAltered(all()["partner-api"] ?? "", alteration))
  const servers = { ...all(), "partner-api": before.url, "embed-api": before.url }
  const { code, printed, workflows } = await run(published, { servers, workflows: ["chooseDefaultFund"] })
  expect(before.changed()).toBe(1)
  const failures = workflows.flatMap((workflow) => workflow.failures)
  expect(failures.length, printed).toBeGreaterThan(0)
  for (const failure of failures) expect(failure).toContain(`chooseDefaultFund.${step}: `)
  expect(failures.join("\n")).toMatch(says)
  expect(printed).toContain(step)
  expect(code).toBe(1)
}
