import { expect, it } from "vitest"
import { isAllowed } from "./host.ts"

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
