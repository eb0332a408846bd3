import { useState } from "preact/hooks"
import { type Schemas, seen } from "../frame/api.ts"
import { useEmbed, useWords } from "../frame/context.ts"
import { Form } from "../parts/Form.tsx"
import { Notice } from "../parts/Notice.tsx"
import { serviceLanguage } from "../texts/serviceLanguage.ts"
import { BackToSettings, EmployerScreen } from "./EmployerScreen.tsx"
import type { EmployerView } from "./screens.ts"

const NAMES = ["stapling"] as const
type Name = (typeof NAMES)[number]

/** The automations of the service: each is turned on by agreeing to its declaration. */
export const AutomationsScreen = ({ view: { automations } }: { readonly view: EmployerView }) => {
  const { common, employer } = useWords()
  const words = employer.automations
  const embed = useEmbed<EmployerView>()
  const [on, setOn] = useState<Readonly<Record<Name, boolean>>>({
    stapling: automations.stapling.enabled
  })
  const changed = NAMES.filter((name) => on[name] !== automations[name].enabled)
  const changeOf = (name: Name): Schemas["EmbedAutomationChange"] =>
    on[name]
      ? { enabled: true, accepted_statement_version: automations[name].statement.version }
      : { enabled: false }
  const save = () =>
    embed.save(
      (api, shown) =>
        api.PUT("/embed-api/v1/employer/automations", {
          params: seen(shown),
          body: Object.fromEntries(changed.map((name) => [name, changeOf(name)]))
        }),
      "settings"
    )
  const isAvailable = NAMES.some((name) => automations[name].available || automations[name].enabled)
  return (
    <EmployerScreen id="automations" title={words.title}>
      {!isAvailable && <Notice kind="warn">{words.connectFirst}</Notice>}
      <Form
        operation="saveAutomations"
        submit={common.save}
        onSubmit={() => (changed.length === 0 ? Promise.resolve(embed.go("settings")) : save())}
        beside={<BackToSettings />}
      >
        {NAMES.map((name) => {
          const { available, enabled, statement } = automations[name]
          return (
            <section class="card" key={name} aria-labelledby={`automation-${name}`}>
              <h2 id={`automation-${name}`}>{words.names[name]}</h2>
              <p>{words.hints[name]}</p>
              <p id={`statement-${name}`} {...serviceLanguage}>
                {statement.text}
              </p>
              <label class="choice">
                <input
                  type="checkbox"
                  name={`/${name}`}
                  defaultChecked={enabled}
                  disabled={!available && !enabled}
                  aria-describedby={`statement-${name}`}
                  onChange={({ currentTarget }) => setOn({ ...on, [name]: currentTarget.checked })}
                />
                <span>{words.agree}</span>
              </label>
            </section>
          )
        })}
      </Form>
    </EmployerScreen>
  )
}
