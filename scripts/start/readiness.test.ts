import { afterEach, beforeEach, expect, it, vi } from "vitest"
import type { Program } from "./processes.ts"
import { serviceServes, urlReady } from "./readiness.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = new Promise<never>(() => undefined)
const program: Pick<Program, "name" | "ended" | "says" | "complaints" | "lastLines"> = {
  name: "service",
  ended: never,
  says: () => never,
  complaints: () => "",
  lastLines: () => "Migrating\nWaiting for a lock"
}

it("the error about a program that isn't ready in time holds what it printed last", async () => {
  const waiting = expect(serviceServes(program as Program)).rejects.toThrow(
    "The service program was not ready within 60 s. It printed last:\nMigrating\nWaiting for a lock"
  )
  await vi.advanceTimersByTimeAsync(60_000)
  await waiting
})

it("the error about an address that doesn't answer in time holds the reason of the last try", async () => {
  const waiting = expect(urlReady(program as Program, "http://localhost:4190/health/ready")).rejects.toThrow(
    /^The service program was not ready within 60 s\. The last check failed: fetch failed: bad port\. It printed last:\nMigrating\n/
  )
  await vi.advanceTimersByTimeAsync(60_000)
  await waiting
})
