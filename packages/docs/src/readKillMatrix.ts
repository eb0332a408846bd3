/** What the tests of the kits measured last: the files that `pnpm matrix` and the parity test write. */
import { readFile } from "node:fs/promises"
import type { KillMatrix, Measured } from "../../../contract-tests/conformance/matrix/KillMatrix.ts"
import type { ParityTable } from "../../../contract-tests/conformance/parity/ParityTable.ts"

const written = async <A>(path: string): Promise<A> =>
  JSON.parse(
    await readFile(new URL(`../../../contract-tests/conformance/${path}`, import.meta.url), "utf8")
  ) as A

export const readKillMatrix = async () => ({
  matrices: [await written<KillMatrix>("matrix/fund.json"), await written<KillMatrix>("matrix/partner.json")],
  measured: await written<Measured>("matrix/measured.json"),
  parity: await written<ParityTable>("parity/fundParity.json")
})
