import { mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { expect, it, onTestFinished } from "vitest"
import { buildEmbeds } from "./buildEmbeds.ts"

it("another user may read the built embeds, as far as the umask of who built them lets", async () => {
  const place = mkdtempSync(join(tmpdir(), "embedded-super-embeds-"))
  onTestFinished(() => rmSync(place, { recursive: true }))
  const folder = join(place, "dist")
  await buildEmbeds(folder)
  const modeOf = (path: string) => statSync(path).mode & 0o777
  expect(modeOf(folder)).toBe(0o777 & ~process.umask())
  expect(modeOf(join(folder, "embeds.json"))).toBe(0o666 & ~process.umask())
})
