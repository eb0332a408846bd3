import { sentenceIn, type Sentences, type ErrorWords } from "../../en/errors/index.ts"

const ofCode: Readonly<Record<string, string>> = {
  required: "请填写此项",
  too_short: "内容太短",
  too_long: "内容太长",
  name_too_long: "内容太长",
  empty_name: "请填写此项",
  invalid_name: "此项只能使用文字，不能有数字或符号",
  not_latin: "请用拉丁字母（A 到 Z）填写。基金无法识别其他文字。",
  invalid_format: "请检查格式",
  invalid_checksum: "号码不正确，请逐位核对。"
}

export const errorsIn = (
  ofOperation: Readonly<Record<string, Sentences>>,
  ...ofFields: ReadonlyArray<Sentences>
): ErrorWords => {
  const ofField: Sentences = Object.assign({}, ...ofFields)
  return {
    sentence: (operation, pointer, code) =>
      sentenceIn(ofOperation[operation] ?? ofField, ofCode, pointer, code) ?? "请检查此项"
  }
}
