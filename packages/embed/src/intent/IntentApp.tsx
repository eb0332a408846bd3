import { useEmbed, useStateOf } from "../frame/context.ts"
import { AskScreen } from "./AskScreen.tsx"
import { BlockedScreen } from "./BlockedScreen.tsx"
import { DoneScreen } from "./DoneScreen.tsx"
import { EndedScreen } from "./EndedScreen.tsx"
import { JobScreen } from "./JobScreen.tsx"
import { ReviewScreen } from "./ReviewScreen.tsx"
import { type IntentView, screenOf } from "./screens.ts"
import { WhoScreen } from "./WhoScreen.tsx"

/** Chooses the screen. */
export const IntentApp = ({ view }: { readonly view: IntentView }) => {
  const { place } = useStateOf(useEmbed<IntentView>())
  switch (screenOf(view, place)) {
    case "blocked":
      return <BlockedScreen view={view} />
    case "who":
      return <WhoScreen view={view} />
    case "job":
      return <JobScreen view={view} />
    case "ask":
      return <AskScreen view={view} />
    case "review":
      return <ReviewScreen view={view} />
    case "done":
      return <DoneScreen view={view} />
    case "ended":
      return <EndedScreen view={view} />
  }
}
