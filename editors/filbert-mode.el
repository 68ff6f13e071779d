;;; filbert-mode.el --- Scripts of filbert  -*- lexical-binding: t; -*-

;; A mode for .prf files, and its server for Eglot, which Emacs 29 and newer have.

;;; Code:

(require 'eglot)

(define-derived-mode filbert-mode prog-mode "filbert"
  "Scripts of filbert."
  (setq-local comment-start "# ")
  (setq-local comment-start-skip "#+ *"))

(modify-syntax-entry ?# "<" filbert-mode-syntax-table)
(modify-syntax-entry ?\n ">" filbert-mode-syntax-table)

(add-to-list 'auto-mode-alist '("\\.prf\\'" . filbert-mode))
(add-to-list 'eglot-server-programs '(filbert-mode . ("filbert" "lsp")))
(add-hook 'filbert-mode-hook #'eglot-ensure)

(provide 'filbert-mode)
;;; filbert-mode.el ends here
