package main

// The pages with the elements, and their script. Your shop has its own page, and your web server sends the script.

import (
	"embed"
	"html/template"
	"net/http"
	"os"
)

//go:embed pages
var pageFiles embed.FS
var pages = template.Must(template.ParseFS(pageFiles, "pages/*.html"))

const script = "node_modules/payin-checkout/dist/payin-checkout.js"

func sendPage(w http.ResponseWriter, order string) error {
	current, isThere := quote(order)
	if !isThere {
		return &Problem{Status: 404, Title: "There is no such order."}
	}
	return sendHTML(w, "order.html", map[string]any{"Order": order, "Amount": current.Amount})
}

// sendReturnPage answers the address to which the service sends the shopper back.
func sendReturnPage(w http.ResponseWriter) error { return sendHTML(w, "return.html", nil) }

func sendHTML(w http.ResponseWriter, name string, values any) error {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	return pages.ExecuteTemplate(w, name, values)
}

func sendScript(w http.ResponseWriter, r *http.Request) error {
	if _, err := os.Stat(script); err != nil {
		return &Problem{Status: 404, Title: "Run in this folder: npm install payin-checkout"}
	}
	w.Header().Set("Cache-Control", "no-cache")
	http.ServeFile(w, r, script)
	return nil
}
