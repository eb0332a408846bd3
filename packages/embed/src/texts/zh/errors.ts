import type { Words } from "../en/index.ts"

const ofField: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/fund_product_id": {
    required: "请选择基金",
    not_allowed: "该基金不能在此使用。请选择其他基金。",
    not_found: "该基金已不在列表中。请选择其他基金。"
  },
  "/employer_number": {
    too_long: "最多输入 50 个字符",
    invalid_format: "只能使用字母、数字和单个空格",
    not_allowed: "请输入您在该基金的编号,或留空"
  },
  "/accepted_terms_versions": {
    required: "条款已更新。请阅读后继续。",
    not_allowed: "条款已更新。请阅读后继续。"
  },
  "/reason": { required: "请选择原因" }
}

const ofCode: Readonly<Record<string, string>> = {
  required: "请填写此项",
  too_short: "内容太短",
  too_long: "内容太长",
  invalid_format: "请检查格式",
  invalid_checksum: "号码不正确,请逐位核对。"
}

export const errors: Words["errors"] = {
  sentence: (_operation, pointer, code) => ofField[pointer]?.[code] ?? ofCode[code] ?? "请检查此项"
}
