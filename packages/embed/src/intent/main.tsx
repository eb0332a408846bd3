/**
 * The intent embed: an employer starts the onboarding of an employee. `screens.ts` says which screen a view shows; each
 * screen is a file here.
 */
import { useEmbed, useStateOf } from "../frame/context.ts"
import { makeEmbed } from "../frame/embed.ts"
import { mount } from "../frame/Frame.tsx"
// The build takes those of the page's language.
import { intentWords } from "../texts/en/index.ts"
import { AskScreen, JobScreen } from "./JobScreen.tsx"
import { BlockedScreen, DoneScreen, EndedScreen } from "./DoneScreen.tsx"
import { ReviewScreen } from "./ReviewScreen.tsx"
import { type IntentView, screenOf } from "./screens.ts"
import { WhoScreen } from "./WhoScreen.tsx"

/** Chooses the screen. */
const IntentApp = ({ view }: { readonly view: IntentView }) => {
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

const embed = makeEmbed<IntentView>({
  app: "intent",
  viewIn: (view) => ("job" in view ? view : undefined),
  // Nothing polls this view.
  fetchView: (api) => api.GET("/embed-api/v1/intent"),
  viewChanged: (host, view, before) => {
    const isSent = before !== undefined && before.status !== "complete" && view.status === "complete"
    if (isSent) host.post("onboardingIntentCompleted", {})
  }
})

void mount(embed, (view) => <IntentApp view={view} />, intentWords)
