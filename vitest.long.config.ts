/**
 * The evidence: what `pnpm test:long` runs. Each file has modules of its own, because what it starts is meant to be killed.
 * The kits against wrong and correct servers run first, one file at a time: they judge servers by what these answer in time.
 */
import { defineConfig } from "vitest/config"
// Builds the bundled documents first.
import "./packages/codegen/src/built.ts"
import { LongestFirst } from "./scripts/support/longestFirst.ts"
import { TEST_LIMIT } from "@embedded-super/program/testing/testLimit"

const postgres = "packages/service/test/postgres.ts"
const kits = ["evidence/kits/**/*.long.test.ts"]

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // A snapshot that is missing fails here as it does in CI; `-u` writes it.
    update: "none",
    expect: { poll: { timeout: TEST_LIMIT } },
    testTimeout: TEST_LIMIT,
    hookTimeout: TEST_LIMIT,
    projects: [
      {
        extends: true,
        test: {
          name: "kits",
          include: kits,
          globalSetup: [postgres],
          maxWorkers: 1,
          sequence: { groupOrder: 1 }
        }
      },
      {
        extends: true,
        test: {
          name: "long",
          include: ["{packages,simulators,contract-tests,evidence,scripts}/**/*.long.test.ts"],
          exclude: ["**/node_modules/**", "**/dist/**", ...kits],
          globalSetup: [postgres],
          // Most of these wait for programs.
          maxWorkers: 3,
          sequence: { groupOrder: 2 }
        }
      }
    ]
  }
})
