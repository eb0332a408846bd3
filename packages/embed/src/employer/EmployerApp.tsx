import { useEffect, useState } from "preact/hooks"
import { useEmbed, useStateOf, useWords } from "../frame/context.ts"
import { Screen } from "../frame/Screen.tsx"
import { DeclineScreen } from "./DeclineScreen.tsx"
import { DefaultFundScreen } from "./DefaultFundScreen.tsx"
import { MatchScreen } from "./MatchScreen.tsx"
import { MatchesScreen } from "./MatchesScreen.tsx"
import { type EmployerView, type Match, screenOf } from "./screens.ts"
import { SettingsScreen } from "./SettingsScreen.tsx"

export const EmployerApp = ({ view }: { readonly view: EmployerView }) => {
  const words = useWords().employer
  const embed = useEmbed<EmployerView>()
  const { place } = useStateOf(embed)
  const [matches, setMatches] = useState<ReadonlyArray<Match>>()
  const [declined, setDeclined] = useState<Match>()
  useEffect(() => {
    void embed
      .read((api) => api.GET("/embed-api/v1/employer/matches"))
      .then((found) => setMatches(found?.data.matches ?? []))
  }, [])
  const decline = (match: Match) => {
    setDeclined(match)
    embed.go("decline")
  }
  const screen = screenOf(view, place, matches)
  const [first] = matches ?? []
  switch (screen) {
    case "looking":
      return (
        <Screen id="looking" title={words.title(view.name)}>
          <p role="status">{words.looking}</p>
        </Screen>
      )
    case "match":
      return <MatchScreen view={view} match={first!} decline={decline} />
    case "matches":
      return <MatchesScreen view={view} matches={matches!} decline={decline} />
    case "decline":
      return <DeclineScreen match={declined ?? first!} declined={setMatches} />
    case "default_fund":
      return <DefaultFundScreen view={view} />
    case "settings":
      return <SettingsScreen view={view} />
  }
}
