-- Boxes, formulas side by side, and wide things that scroll: what Markdown cannot say.

local titles = {
  task = "The task",
  mistakes = "Common mistakes",
  beyond = "Beyond the lectures",
  example = "By hand",
  note = "Note",
  predict = "Predict first",
}

-- Formulas side by side, with \qquad between them: on a narrow screen each goes on a line of its own.
function Math(el)
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

local function escaped(text)
  return (text:gsub("&", "&amp;"):gsub("<", "&lt;"):gsub(">", "&gt;"))
end

-- An option stays in one piece: `--ask` is not broken behind its dashes.
function Code(el)
  if not el.text:find("%-%-%a") then
    return nil
  end
  local kept = escaped(el.text):gsub("%-%-[%w-]+", '<span class="together">%0</span>')
  return pandoc.RawInline("html", "<code>" .. kept .. "</code>")
end

-- `python check.py 1.2      one task`: on a phone what a command does stands below it, not out of sight beside it.
function CodeBlock(el)
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
  el.content:insert(1, pandoc.RawBlock("html", "<details><summary>The answer</summary>"))
  el.content:insert(pandoc.RawBlock("html", "</details>"))
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
  local heading = "<h" .. level .. ' class="box-title">' .. escaped(title) .. "</h" .. level .. ">"
  el.content:insert(1, pandoc.RawBlock("html", heading))
  el.classes:insert(1, "box")
  return el
end

-- A table, or a displayed formula, wider than a phone scrolls by itself; the page does not.
function Table(el)
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

return { { Pandoc = levels }, { Math = Math, Code = Code, CodeBlock = CodeBlock, Div = Div, Table = Table } }
