/**
 * The order in which tests run their files. Vitest remembers how long each took, but not on a fresh clone: there it begins
 * with the largest file. The conformance kits' tests are a few lines and take minutes, so they would run last, and alone.
 */
import type { TestSpecification } from "vitest/node"
import { BaseSequencer } from "vitest/node"

/**
 * The files of `test:long` that take over a minute. Those that wait most (the partners' kit, the guides) begin beside those
 * that need a whole core (the funds' kit), so that no two of the latter measure each other.
 */
export const longest: ReadonlyArray<string> = [
  "contract-tests/conformance/correctPartners.long.test.ts",
  "contract-tests/guides.long.test.ts",
  "contract-tests/conformance/fundKills.long.test.ts",
  "contract-tests/conformance/partnerKills.long.test.ts",
  "contract-tests/conformance/parity/fundParity.long.test.ts",
  "contract-tests/conformance/correctFunds.long.test.ts",
  "contract-tests/guarantees.long.test.ts",
  "contract-tests/conformance/parity/partnerParity.long.test.ts",
  "packages/docs/test/site.long.test.ts",
  "scripts/chaos/employer-list/kill.long.test.ts",
  "contract-tests/foreign-clients.long.test.ts",
  "scripts/start/ending.long.test.ts",
  "contract-tests/embeds/interruptedForms.long.test.ts",
  "contract-tests/embeds/ato.long.test.ts",
  "contract-tests/canary.long.test.ts",
  "contract-tests/fund-scenes.long.test.ts",
  "packages/embed/test/gallery/gallery.long.test.ts",
  // Those of `test` that take over twenty seconds.
  "contract-tests/bad-input.test.ts",
  "contract-tests/prism/service.test.ts",
  "contract-tests/tenancy.test.ts",
  "contract-tests/embeds/newcomer.test.ts",
  "packages/service/src/webhooks/delivery/orderProperty.test.ts",
  "simulators/fund/test/inspector.test.ts",
  "packages/service/src/webhooks/delivery/deliveryRecovery.test.ts",
  "packages/embedded-postgres/test/EmbeddedPostgres.test.ts",
  "packages/service/src/main.test.ts",
  "packages/service/src/partners/ProductWebhooks.probes.test.ts",
  "packages/service/src/employer-lists/sftp/staging.test.ts",
  "contract-tests/prism/partner-simulator.test.ts",
  "packages/change-control/test/ledger/ledger.test.ts",
  "scripts/start/start.test.ts"
]

/** Begins with the longest files; the order of the others is vitest's. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = longest.findIndex((file) => moduleId.endsWith(`/${file}`))
      return index === -1 ? longest.length : index
    }
    // Vitest's own method, which returns another array.
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}
