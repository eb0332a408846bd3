/**
 * The gate: what `pnpm test` runs. Its verdicts need no clock. What takes minutes, or needs tools that npm doesn't install, is
 * evidence: `*.long.test.ts`, run by `pnpm test:long` (vitest.long.config.ts).
 *
 * The projects run one after the other, each with its own number of workers. The trap: a name decides where a file runs. One
 * that starts a process or a browser is in contract-tests, or is named `*.program.test.ts`; elsewhere starting one throws.
 */
import { defineConfig } from "vitest/config"
// Builds the bundled documents first.
import "./packages/codegen/src/built.ts"
import { TEST_LIMIT } from "@embedded-super/program/testing/testLimit"

const postgres = "packages/service/test/postgres.ts"
const boundSeed = "scripts/support/boundSeed.ts"
const noPrograms = "scripts/support/noPrograms.ts"
const longs = ["**/node_modules/**", "**/dist/**", "**/*.long.test.ts"]
const programs = [
  "contract-tests/**/*.test.ts",
  "{packages,simulators,scripts,evidence}/**/*.program.test.ts"
]
const service = ["packages/service/{src,test}/**/*.test.ts"]

export default defineConfig({
  test: {
    // The files that run in one worker share its modules: loading Effect and the service again for each file would take a
    // fifth of the whole time. A file that patches something global has to restore it.
    isolate: false,
    // A larger young generation: V8's default of 16 MiB spends a tenth of the time on collecting it.
    execArgv: ["--max-semi-space-size=32"],
    // A snapshot that is missing fails here as it does in CI; `-u` writes it.
    update: "none",
    // Nothing but the test's own limit ends a wait.
    expect: { poll: { timeout: TEST_LIMIT } },
    testTimeout: TEST_LIMIT,
    hookTimeout: TEST_LIMIT,
    projects: [
      {
        extends: true,
        test: {
          name: "pure",
          include: ["{packages,simulators,scripts,evidence}/**/*.test.ts"],
          exclude: [...longs, ...programs, ...service],
          setupFiles: [boundSeed, noPrograms],
          maxWorkers: 4,
          sequence: { groupOrder: 0 }
        }
      },
      {
        extends: true,
        test: {
          name: "database",
          include: service,
          exclude: [...longs, ...programs],
          setupFiles: [boundSeed, noPrograms],
          globalSetup: [postgres],
          maxWorkers: 3,
          sequence: { groupOrder: 1 }
        }
      },
      {
        extends: true,
        test: {
          name: "programs",
          include: programs,
          exclude: longs,
          setupFiles: [boundSeed],
          globalSetup: [postgres],
          // One file at a time, so that no program waits for another file's. A second try is reported (testRecorder.ts).
          maxWorkers: 1,
          retry: 1,
          sequence: { groupOrder: 2 }
        }
      }
    ]
  }
})
