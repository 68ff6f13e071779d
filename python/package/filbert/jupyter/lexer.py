"""Colours for scripts and statements, with Pygments."""

from __future__ import annotations

from pygments.lexer import RegexLexer, bygroups
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, Text

from .._filbert import Session


#: The words that commands begin with.
COMMANDS = sorted({line.split()[0] for line in str(Session().run("help;")[0]).splitlines()}, key=len, reverse=True)


class FilbertLexer(RegexLexer):
    """Scripts of filbert, and statements."""

    name = "filbert"
    aliases = ["filbert", "walnut"]
    filenames = ["*.prf"]
    mimetypes = ["text/x-filbert"]
    url = "https://docs.rs/filbert"

    tokens = {
        "root": [
            (r"^(\s*)(" + "|".join(COMMANDS) + r")\b", bygroups(Text, Keyword)),
            (r"^(\s*)(:)(\w+)", bygroups(Text, Punctuation, Keyword)),
            (r"#\w+(?=\()", Name.Function.Magic),
            (r"#.*?$", Comment.Single),
            (r"\?\w+", Name.Namespace),
            (r"\$\w+", Name.Function),
            (r"@-?\d+", Number.Integer),
            (r"\d+", Number.Integer),
            (r"[AEI](?=[a-z]\w*([\s,]|$))", Keyword.Operator),
            (r"<=>|=>|!=|<=|>=|->|[-+*/&|^~`=<>]", Operator),
            (r'[()\[\]{}",:;.]', Punctuation),
            (r"[A-Za-z]\w*", Name),
            (r"\s+", Text),
            (r".", Text),
        ],
    }
