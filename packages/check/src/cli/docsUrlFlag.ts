import { WebUrl } from "@embedded-super/contracts/schemas"
import * as Flag from "effect/cli/Flag"

/** The flag that says where the docs are: a kit that runs alone doesn't know. */
export const docsUrlFlag = Flag.String("docs-url").pipe(
  Flag.withDescription(
    "Where the docs are, for links to them: the docs_url of the service, such as http://localhost:4000/docs"
  ),
  Flag.withSchema(WebUrl),
  Flag.optional
)
