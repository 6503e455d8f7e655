-- A session in Neovim, from 0.7 on: edits, each with the number of errors after it; then what a user asks for.
local patience = tonumber(os.getenv("PATIENCE"))
local buffer = vim.api.nvim_get_current_buf()
local answers = { errors = {} }
local published = {}

local client = vim.lsp.start_client({
  name = "stablehlo",
  cmd = { os.getenv("SERVER") },
  handlers = {
    ["textDocument/publishDiagnostics"] = function(_, result)
      published[result.version or 0] = #result.diagnostics
    end,
  },
})
vim.lsp.buf_attach_client(buffer, client)
vim.wait(patience, function() return vim.lsp.buf_get_clients(buffer)[client] ~= nil end)

local function errors()
  local version = vim.lsp.util.buf_versions[buffer]
  vim.wait(patience, function() return published[version] ~= nil end, 5)
  return published[version]
end

local function ask(method, more)
  local parameters = vim.tbl_extend("force", { textDocument = vim.lsp.util.make_text_document_params(buffer) }, more)
  return vim.lsp.buf_request_sync(buffer, method, parameters, patience)[client].result
end

local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
local row
for i, line in ipairs(lines) do
  if line:find("%%result = ") then row = i - 1 end
end
assert(errors() == nil or errors() == 0)
for number = 1, tonumber(os.getenv("EDITS")) do
  local line = lines[row + 1]
  if number % 3 == 1 then
    line = line:gsub("multiply", "mulitply")
  elseif number % 3 == 0 then
    line = line .. " // " .. number
  end
  vim.api.nvim_buf_set_lines(buffer, row, row + 1, false, { line })
  table.insert(answers.errors, errors())
end
vim.api.nvim_buf_set_lines(buffer, row, row + 1, false, { lines[row + 1] })
errors()

local use = { line = row, character = lines[row + 1]:find("%%angle") }
answers.hover = ask("textDocument/hover", { position = use }).contents.value
answers.definition = ask("textDocument/definition", { position = use })[1].range.start.line
answers.symbols = vim.tbl_map(function(each) return each.name end, ask("textDocument/documentSymbol", {}))
local edits = ask("textDocument/formatting", { options = { tabSize = 2, insertSpaces = true } })
vim.lsp.util.apply_text_edits(edits, buffer, "utf-16")
answers.formatted = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n")

local file = io.open(os.getenv("ANSWERS"), "w")
file:write(vim.json and vim.json.encode(answers) or vim.fn.json_encode(answers))
file:close()
vim.lsp.stop_client(client)
vim.cmd("qa!")
