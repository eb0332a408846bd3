import { execFileSync } from "node:child_process"
import { cpSync, existsSync } from "node:fs"
import { join } from "node:path"
import { projectRoot } from "@embedded-super/program/projectRoot"

/** Copies the contents of a fresh clone into a folder: nothing installed, nothing built, no data. */
export const freshCopy = (folder: string): string => {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: projectRoot })
  for (const file of listed.toString().split("\0").filter(Boolean)) {
    if (existsSync(join(projectRoot, file))) cpSync(join(projectRoot, file), join(folder, file))
  }
  return folder
}
