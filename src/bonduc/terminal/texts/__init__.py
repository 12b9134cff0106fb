"""What commands print: analyses, rules, the manual page. Nothing here reads."""
