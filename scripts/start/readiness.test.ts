import { afterEach, beforeEach, expect, it, vi } from "vitest"
import type { Program } from "./processes.ts"
import { serviceServes } from "./readiness.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it("a program that doesn't get ready in time is told with what it printed last", async () => {
  const never = new Promise<never>(() => undefined)
  const program: Pick<Program, "name" | "ended" | "says" | "complaints" | "lastLines"> = {
    name: "service",
    ended: never,
    says: () => never,
    complaints: () => "",
    lastLines: () => "Migrating\nWaiting for a lock"
  }
  const waiting = expect(serviceServes(program as Program)).rejects.toThrow(
    "The service program was not ready within 60 s. It printed last:\nMigrating\nWaiting for a lock"
  )
  await vi.advanceTimersByTimeAsync(60_000)
  await waiting
})
