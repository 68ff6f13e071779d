-- The language server of filbert in Neovim 0.11 and newer.

vim.filetype.add({ extension = { prf = "filbert" } })

vim.lsp.config("filbert", {
  cmd = { "filbert", "lsp" },
  filetypes = { "filbert" },
  root_markers = { ".git" },
})
vim.lsp.enable("filbert")

vim.api.nvim_create_autocmd("FileType", {
  pattern = "filbert",
  callback = function(event)
    vim.bo[event.buf].commentstring = "# %s"
  end,
})

-- Lenses are shown and kept up to date; `vim.lsp.codelens.run()` proves the theorem on this line.
vim.api.nvim_create_autocmd({ "LspAttach", "BufEnter", "InsertLeave", "TextChanged" }, {
  pattern = "*.prf",
  callback = function(event)
    vim.lsp.codelens.refresh({ bufnr = event.buf })
  end,
})
