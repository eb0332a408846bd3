import { readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { niamh, wattle } from "../src/onboarding/people.ts"
import { type Caller, callerOf } from "../src/openapi/Caller.ts"
import { newPrograms } from "../src/programs/Programs.ts"
import { useControls } from "../src/simulators/files.ts"
import { startFundSimulator } from "../src/programs/simulators.ts"

describe("the fund simulator through Prism", () => {
  const programs = newPrograms()
  let fundApi: Caller
  let admin: Caller

  beforeAll(async () => {
    const fund = programs.add(await startFundSimulator())
    const [fundPrism, adminPrism] = await Promise.all([
      programs.behindPrism("fund-api", fund.url),
      programs.behindPrism("simulator-api", fund.url)
    ])
    const key = readFileSync(`${fund.dataDir}/api-key`, "utf8").trim()
    fundApi = callerOf("fund-api", fundPrism, { "x-auth-key": key })
    admin = callerOf("simulator-api", adminPrism, {}, { wanted: ({ tag }) => tag !== "partner-admin" })
  })

  afterAll(programs.stop)

  const profile = {
    tfn: "123456782",
    first_name: niamh.identity.given_name,
    family_name: niamh.identity.family_name,
    date_of_birth: niamh.identity.date_of_birth,
    ...niamh.contact.address,
    email: niamh.contact.email,
    phone_number: "+61491570006"
  }

  it("registers a member, and knows it when it is asked again [R-4.2-1, R-4.2-6, R-2.4-1, R-2.4-2]", async () => {
    const { body } = await fundApi.call("registerMember", { body: profile, status: 201 })
    expect(body.member_details.member_number).toMatch(/^\d+$/)
    const again = await fundApi.call("registerMember", { body: profile, status: 200 })
    expect(again.body.member_details.member_number).toBe(body.member_details.member_number)
    const members = await admin.call("listMembers", { query: { limit: "10" }, status: 200 })
    expect(members.body.data).toHaveLength(1)
  })

  it("answers a lookup by ABN: a match, a match without number, no match [R-2.5-3, R-2.5-4, R-2.5-5, R-2.5-7, R-4.2-9]", async () => {
    const [numbered, unnumbered, none] = await Promise.all(
      ["80000000001", "61000000002", "42000000003"].map((abn) =>
        fundApi.call("lookUpEmployer", { body: { abn }, status: 200 })
      )
    )
    expect(numbered?.body).toMatchObject({
      employer_found: true,
      employer_details: { employer_number: "EMP-004512" }
    })
    expect(unnumbered?.body.employer_found).toBe(true)
    expect(none?.body).toEqual({ employer_found: false })
  })

  it("a former employer isn't matched until it is a current one again [R-1-24, R-1-25, R-2.5-2]", async () => {
    const abn = "18123456789"
    const lookUp = async () => (await fundApi.call("lookUpEmployer", { body: { abn }, status: 200 })).body
    const put = (body: unknown) => admin.call("putEmployerBookEntry", { path: { abn }, body, status: 200 })
    await put({ relationship: "former", employer_number: "E-9" })
    expect(await lookUp()).toEqual({ employer_found: false })
    await put({ relationship: "current", employer_number: "E-9" })
    expect(await lookUp()).toEqual({
      employer_found: true,
      employer_details: { employer_number: "E-9" }
    })
    await admin.call("removeEmployerBookEntry", { path: { abn }, status: 204 })
    expect(await lookUp()).toEqual({ employer_found: false })
  })

  it("takes employer details", async () => {
    const body = {
      abn: "80000000001",
      employer_name: wattle.name,
      confirmed_at: "2026-11-21T03:14:15Z",
      usi: "60905115063003",
      details: { industry_code: "E", contact_name: "Asha Wattle", contact_email: "asha@wattle.example" },
      custom_answers: []
    }
    await fundApi.call("receiveEmployerDetails", { body, status: 204 })
  })

  it("refuses as section 7 says", async () => {
    await fundApi.as({ "x-auth-key": "somebody else's" })("lookUpEmployer", {
      body: { abn: "80000000001" },
      status: 401
    })
    const busy = await fundApi.call("lookUpEmployer", { body: { abn: "82000000010" }, status: 429 })
    expect(busy.headers.get("retry-after")).toMatch(/^\d+$/)
    await fundApi.call("lookUpEmployer", { body: { abn: "89000000019" }, status: 500 })
    for (const status of [400, 403, 503]) {
      await fundApi.call("registerMember", {
        body: { ...profile, email: `niamh+${status}@example.com` },
        status
      })
    }
  })

  it("lets its employer book be read and written", async () => {
    const { body } = await admin.call("getSimulator", { status: 200 })
    expect(body.data.kind).toBe("fund")
    await admin.call("putEmployerBookEntry", {
      path: { abn: "42000000003" },
      body: { relationship: "former" },
      status: 200
    })
    expect((await admin.call("listEmployerBook", { status: 200 })).body.data).toHaveLength(4)
    await admin.call("removeEmployerBookEntry", { path: { abn: "42000000003" }, status: 204 })
    await admin.call("removeEmployerBookEntry", { path: { abn: "42000000003" }, status: 404 })
    expect(
      (await admin.call("listLogEntries", { query: { limit: "100" }, status: 200 })).body.data.length
    ).toBeGreaterThan(5)
    const { data: log } = (await admin.call("listLogEntries", { query: { limit: "100" }, status: 200 })).body
    const path = { seq: String(log.find(({ kind }: any) => kind === "member_registered").seq) }
    const { data: entry } = (await admin.call("getLogEntry", { path, status: 200 })).body
    expect(entry).toMatchObject({ verdict: "fits", again: { can_send: true } })
    const { data: again } = (await admin.call("sendLogEntryAgain", { path, body: {}, status: 200 })).body
    // The fund recognises the repeat by its idempotency key.
    expect([again.before.status, again.now.status]).toEqual([201, 200])
    await admin.call("resetSimulator", { status: 204 })
    expect((await admin.call("listMembers", { status: 200 })).body.data).toEqual([])
  })

  it("is configured, broken and reset through its admin operations", async () => {
    await admin.call("listReceivedEmployerDetails", { status: 200 })
    const nowhere = { host: "127.0.0.1", port: 1, user: "banksia", host_key: `SHA256:${"A".repeat(43)}` }
    await admin.call("setSftpAccount", { body: nowhere, status: 200 })
    expect((await admin.call("getSftpAccount", { status: 200 })).body.data.setting).toEqual(nowhere)
    const upload = await admin.call("uploadEmployerFile", { body: { format: "plain" }, status: 200 })
    const pickUp = await admin.call("pickUpEmployerDetails", { status: 200 })
    for (const { body } of [upload, pickUp])
      expect(body.data).toMatchObject({ is_done: false, detail: expect.stringMatching(/can't be reached/) })
    const { faults, snapshots } = await useControls(admin.call)
    expect(faults).toMatchObject([{ play: "answer_status", status: 503 }])
    expect(snapshots).toEqual(["before-month-end"])
  })

  it("has answered every operation that there is code for", () => {
    expect(fundApi.uncalled()).toEqual([])
    expect(admin.uncalled()).toEqual([])
  })
})
