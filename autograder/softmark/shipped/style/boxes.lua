-- Boxes, formulas with words, and wide things that scroll: what Markdown cannot say and both formats need.

local titles = {
  task = "The task",
  mistakes = "Common mistakes",
  beyond = "Beyond the lectures",
  example = "By hand",
  graded = "How it is graded",
  note = "Note",
  predict = "Predict first",
}

local function quoted(text)
  return '"' .. text:gsub("\\", "\\\\"):gsub('"', '\\"'):gsub("\n", " ") .. '"'
end

-- TeX as words: rough, but better to listen to than silence.
local function spoken(tex)
  local text = tex:gsub("\n", " ")
  text = text:gsub("\\begin{%a+}", " matrix "):gsub("\\end{%a+}", " end of matrix ")
  text = text:gsub("\\\\", " ; next row: "):gsub("&", " , ")
  text = text:gsub("\\[dt]?frac%s*(%b{})%s*(%b{})", "(%1) over (%2)")
  text = text:gsub("\\sqrt%s*(%b{})", "root of %1")
  text = text:gsub("\\mathbf%s*", ""):gsub("\\mathrm%s*", ""):gsub("\\text%s*", ""):gsub("\\operatorname%s*", "")
  text = text:gsub("\\top", " transposed "):gsub("\\cdot", " times "):gsub("\\times", " by "):gsub("\\sum", " sum over ")
  text = text:gsub("\\leq?", " at most "):gsub("\\geq?", " at least "):gsub("\\infty", " infinity ")
  text = text:gsub("\\ldots", " … "):gsub("\\dots", " … "):gsub("\\quad", ", "):gsub("\\qquad", ", ")
  text = text:gsub("\\left", ""):gsub("\\right", ""):gsub("\\[,;: ]", " ")
  text = text:gsub("\\(%a+)", " %1 "):gsub("\\", "")
  text = text:gsub("%^", " upper "):gsub("_", " "):gsub("[{}]", " ")
  return (text:gsub("%s+", " "):gsub("^ ", ""):gsub(" $", ""))
end

-- Formulas side by side, with \qquad between them: on a narrow screen each goes on a line of its own.
local function beside(el)
  if el.mathtype ~= "DisplayMath" or el.text:find("\\begin{aligned}") then
    return nil
  end
  local parts = pandoc.Inlines({})
  for part in (el.text .. "\\qquad"):gmatch("(.-)\\qquad") do
    if part:find("%S") then
      parts:insert(pandoc.Math("DisplayMath", part))
    end
  end
  return #parts > 1 and pandoc.Span(parts, pandoc.Attr("", { "formulas" })) or nil
end

function Math(el)
  if FORMAT ~= "typst" then
    return beside(el)
  end
  local set = pandoc.write(pandoc.Pandoc({ pandoc.Plain({ el }) }), "typst"):gsub("%s+$", "")
  set = set:gsub('("%)) (\\%()', "%1%2") -- LayerNorm(x), not LayerNorm (x)
  return pandoc.RawInline("typst", "#spoken(" .. quoted(spoken(el.text)) .. ", " .. set .. ")")
end

function Image(el)
  if FORMAT ~= "typst" then
    return nil
  end
  local alt = el.attributes.alt or pandoc.utils.stringify(el.caption)
  local width = el.attributes.width and (", width: " .. el.attributes.width) or ""
  return pandoc.RawInline("typst", "#image(" .. quoted(el.src) .. ", alt: " .. quoted(alt) .. width .. ")")
end

local function escaped(text)
  return (text:gsub("&", "&amp;"):gsub("<", "&lt;"):gsub(">", "&gt;"))
end

-- Paper does not unfold, and the list is in the stub and in the tests already: one sentence instead of it.
local function folded(content)
  local count = 0
  for _, block in ipairs(content) do
    count = count + (block.t == "BulletList" and #block.content or 0)
  end
  local words = count .. (count == 1 and " check" or " checks") .. ", each with its sentence in the stub (Graded) and its test in "
  return pandoc.Para({ pandoc.Str(words), pandoc.Code("public_tests/"), pandoc.Str(".") })
end

-- An option stays in one piece: `--ask` is not broken behind its dashes.
function Code(el)
  if FORMAT == "typst" or not el.text:find("%-%-%a") then
    return nil
  end
  local kept = escaped(el.text):gsub("%-%-[%w-]+", '<span class="together">%0</span>')
  return pandoc.RawInline("html", "<code>" .. kept .. "</code>")
end

-- `python check.py 1.2      one task`: on a phone what a command does stands below it, not out of sight beside it.
function CodeBlock(el)
  if FORMAT == "typst" then
    return nil
  end
  local found = false
  local lines = {}
  for line in (el.text .. "\n"):gmatch("(.-)\n") do
    local typed, gap, why = line:match("^(%S.-)(%s%s+)(%S.*)$")
    local code = typed and (escaped(typed) .. '<span class="gap">' .. gap .. '</span><span class="why">' .. escaped(why) .. "</span>")
    found = found or typed ~= nil
    table.insert(lines, code or escaped(line))
  end
  if not found or #el.classes > 0 and not el.classes:includes("console") then
    return nil
  end
  return pandoc.RawBlock("html", "<pre><code>" .. table.concat(lines, "\n") .. "</code></pre>")
end

-- What comes out, folded away below its question; paper shows it.
local function answer(el)
  if FORMAT ~= "typst" then
    el.content:insert(1, pandoc.RawBlock("html", "<details><summary>The answer</summary>"))
    el.content:insert(pandoc.RawBlock("html", "</details>"))
  end
  return el.content
end

function Div(el)
  local kind = el.classes[1]
  if kind == "answer" then
    return answer(el)
  end
  if not titles[kind] then
    return nil
  end
  local title = el.attributes.title or titles[kind]
  local level = el.attributes.level or "3"
  el.attributes.title, el.attributes.level = nil, nil
  if FORMAT == "typst" then
    if kind == "graded" then
      el.content = pandoc.Blocks({ folded(el.content) })
    end
    local words = pandoc.write(pandoc.Pandoc({ pandoc.Plain({ pandoc.Str(title) }) }), "typst"):gsub("%s+$", "")
    local blocks = pandoc.Blocks({ pandoc.RawBlock("typst", '#notice("' .. kind .. '", [' .. words .. "], level: " .. level .. ")[") })
    blocks:extend(el.content)
    blocks:insert(pandoc.RawBlock("typst", "]"))
    return blocks
  end
  local heading = "<h" .. level .. ' class="box-title">' .. escaped(title) .. "</h" .. level .. ">"
  if kind == "graded" then
    local open = '<details class="box graded"><summary>' .. heading .. "</summary>"
    el.content:insert(1, pandoc.RawBlock("html", open))
    el.content:insert(pandoc.RawBlock("html", "</details>"))
    return el.content
  end
  el.content:insert(1, pandoc.RawBlock("html", heading))
  el.classes:insert(1, "box")
  return el
end

-- `# Points {.newpage}` begins a printed page.
function Header(el)
  if FORMAT == "typst" and el.classes:includes("newpage") then
    return { pandoc.RawBlock("typst", "#pagebreak(weak: true)"), el }
  end
end

-- A table, or a displayed formula, wider than a phone scrolls by itself; the page does not.
function Table(el)
  if FORMAT == "typst" then
    return nil
  end
  local breaking = el:walk({
    Code = function(code) -- a long name may be broken behind its dots and underscores: on a phone columns are narrow
      if #code.text <= 14 or code.text:find("%s") then
        return nil
      end
      local parts = escaped(code.text):gsub("([._])(%a)", "%1<wbr>%2")
      return pandoc.RawInline("html", "<code>" .. parts .. "</code>")
    end,
  })
  return pandoc.Div({ breaking }, pandoc.Attr("", { "scroll" }))
end

-- The title of a box is a heading, one step below the section that it stands in; below a subsection it stays beside it.
local function levels(doc)
  local above = 1
  for _, block in ipairs(doc.blocks) do
    if block.t == "Header" then
      above = block.level
    elseif block.t == "Div" and titles[block.classes[1]] then
      block.attributes.level = tostring(math.min(above, 2) + 1)
    end
  end
  return doc
end

return { { Pandoc = levels }, { Math = Math, Image = Image, Code = Code, CodeBlock = CodeBlock, Div = Div, Header = Header, Table = Table } }
