import { layer } from "@effect/vitest"
import * as Layer from "effect/Layer"
import { brokenLists } from "../../../rules/test/brokenLists.ts"
import { refusedFile } from "../../test/funds/refusedFile.ts"
import { TestLists } from "../../test/funds/TestLists.ts"
import { SftpAccounts } from "./sftp/SftpAccounts.ts"

layer(SftpAccounts.layer.pipe(Layer.provideMerge(TestLists.layer)), { excludeTestServices: true })(
  "every broken employer list, supplied by SFTP",
  (it) => {
    it.effect.each(brokenLists.map((list) => [list.why, list] as const))(
      "of %s is refused with its line, and the old list stays in force",
      ([, list]) => refusedFile(list)
    )
  }
)
