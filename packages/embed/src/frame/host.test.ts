import { afterEach, expect, it, vi } from "vitest"
import { hostOf, isAllowed } from "./host.ts"

afterEach(() => void vi.unstubAllGlobals())

it.each([
  ["https://payroll.example.com", "https://payroll.example.com", true],
  ["https://payroll.example.com", "https://payroll.example.com:8443", false],
  ["https://payroll.example.com", "https://payroll.example.com.evil.example", false],
  ["https://payroll.example.com", "http://payroll.example.com", false],
  ["http://localhost:*", "http://localhost:4020", true],
  ["http://localhost:*", "http://localhost", false],
  ["http://localhost:*", "https://localhost:4020", false],
  ["http://localhost:*", "http://localhost.evil.example:80", false],
  ["http://127.0.0.1:*", "http://127.0.0.1:1", true],
  ["http://127.0.0.1:*", "http://127.0.0.10:1", false]
])("messages for %s may go to %s: %s", (allowed, origin, may) => {
  expect(isAllowed(allowed, origin)).toBe(may)
})

/** The messages that a frame posts in a page of this origin, and the origin that each is posted for. */
const postedIn = (
  page: { readonly ancestor?: string; readonly referrer: string },
  allowed: ReadonlyArray<string> | "unopened" = ["https://payroll.example.com", "https://hr.example.com"]
) => {
  const posted: Array<readonly [message: unknown, origin: string]> = []
  const parent = { postMessage: (message: unknown, origin: string) => posted.push([message, origin]) }
  vi.stubGlobal("window", { parent })
  vi.stubGlobal("location", page.ancestor === undefined ? {} : { ancestorOrigins: [page.ancestor] })
  vi.stubGlobal("document", { referrer: page.referrer })
  hostOf(allowed === "unopened" ? undefined : allowed).post("activity", {})
  return posted
}
const activity = { kind: "activity", version: "v1", data: {} }

it.each([
  ["its ancestor's", { ancestor: "https://hr.example.com", referrer: "https://payroll.example.com/" }],
  ["its referrer's, where the browser names no ancestors", { referrer: "https://hr.example.com/page" }]
])("a message is for exactly one origin: %s", (_, page) => {
  expect(postedIn(page)).toEqual([[activity, "https://hr.example.com"]])
})

it.each([
  { ancestor: "https://evil.example", referrer: "https://payroll.example.com/" },
  { ancestor: "null", referrer: "" },
  { referrer: "https://evil.example/https://payroll.example.com" },
  { referrer: "" }
])("nothing is posted in any other page: %j", (page) => {
  expect(postedIn(page)).toEqual([])
})

it("before the embed is opened, messages are for the page that the policy has let frame it", () => {
  const page = { ancestor: "https://hr.example.com", referrer: "" }
  expect(postedIn(page, "unopened")).toEqual([[activity, "https://hr.example.com"]])
  expect(postedIn({ ancestor: "null", referrer: "" }, "unopened")).toEqual([])
})
